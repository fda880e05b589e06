import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/understand/embedded/engine.ts";
import { slotKindOf } from "../../src/understand/slot-kind.ts";
import type { SlotInScope, UnderstandingContext } from "../../src/understand/understander.ts";
import { sharedFolder } from "../shared-folder.ts";

/** Value for the one slot that was asked for, on every SGD row where the user gives it. */
const data = join(sharedFolder, "data/sgd");
const now = Date.parse("2019-03-01T12:00:00Z");
const targets: Readonly<Record<string, number>> = {
  date: 98,
  time: 97,
  number: 96,
  "yes/no": 97,
  categorical: 95,
  place: 95,
  person: 95,
  title: 87,
};
/** What the values of a slot are, in the words of the table. */
function labelOf(slot: SlotInScope): string {
  const { reads, names } = slotKindOf(slot, "en");
  const [first] = reads;
  if (first === "yes_no") return "yes/no";
  if (first === "number" || first === "count" || first === "money" || first === "quantity" || first === "duration")
    return "number";
  if (slot.values.length > 0) return "categorical";
  if (first === "date" || first === "time" || first === "code") return first;
  return names === "thing" ? "title" : (names ?? "text");
}

interface GoldRow {
  readonly last_system: readonly { readonly act: string; readonly slot?: string; readonly service: string }[];
  readonly user_text: string;
  readonly commands: readonly {
    readonly type: string;
    readonly slot?: string;
    readonly value?: string;
    readonly new_value?: string;
    readonly canonical?: string;
    readonly service?: string;
  }[];
}

if (existsSync(data)) await run();
else console.log(`No data at ${data}: nothing to measure.`);

async function run(): Promise<void> {
  const engine = createEngine(null);
  const services = (
    JSON.parse(readFileSync(join(data, "services.json"), "utf8")) as {
      services: Record<
        string,
        { slots: Record<string, { d: string; values?: readonly string[]; ex?: readonly string[] }> }
      >;
    }
  ).services;
  const counts = new Map<string, { right: number; all: number; wrong: string[] }>();
  for (const line of readFileSync(join(data, "sgd-nlu-dev.jsonl"), "utf8").trim().split("\n")) {
    const row = JSON.parse(line) as GoldRow;
    const [request, ...others] = row.last_system.filter((act) => act.act === "REQUEST");
    const slotName = request?.slot;
    if (request === undefined || slotName === undefined || others.length > 0) continue;
    const gold = row.commands.find((command) => command.slot === slotName && command.type !== "deny");
    const definition = services[request.service]?.slots[slotName];
    if (gold === undefined || definition === undefined) continue;
    const slot = slotOf(slotName, definition);
    const label = labelOf(slot);
    const { commands, evidence } = await engine.understand({ message: row.user_text, context: asking(slot) });
    const command = commands.find((each) => each.type === "set_slot" && each.slot === slotName);
    const place = evidence.find((each) => each.command === (command === undefined ? -1 : commands.indexOf(command)));
    const isSkipped = commands.some(({ type }) => type === "skip_slot");
    const found = isSkipped
      ? { value: null, text: "" }
      : command?.type === "set_slot"
        ? { value: command.value, text: row.user_text.slice(place?.start ?? 0, place?.end) }
        : null;
    const wanted = gold.value ?? gold.new_value ?? "";
    const right =
      found !== null &&
      (wanted === "dontcare"
        ? found.value === null
        : slot.values.length > 0
          ? String(found.value) === wanted
          : sameText(found.text, wanted) || sameText(String(found.value), gold.canonical ?? wanted));
    const count = counts.get(label) ?? { right: 0, all: 0, wrong: [] };
    count.all++;
    if (right) count.right++;
    else count.wrong.push(`${row.user_text} | ${slotName}=${wanted} | got ${found?.text ?? "nothing"}`);
    counts.set(label, count);
  }
  for (const [label, { right, all, wrong }] of [...counts].sort(([left], [other]) => left.localeCompare(other))) {
    const target = targets[label];
    console.log(
      `${label.padEnd(14)} ${((100 * right) / all).toFixed(1).padStart(5)}%  ${right}/${all}${target === undefined ? "" : `  (target ${target})`}`,
    );
    if (process.argv.includes("--failures")) for (const text of wrong) console.log(`    ${text}`);
  }
}

/** A flow that asks for nothing else. */
function asking(slot: SlotInScope): UnderstandingContext {
  const flow = { name: "ask", description: "", examples: [], slots: [slot] };
  return {
    conversationId: "bench",
    assistantHash: "sgd",
    conversationState: "waiting_for_slot",
    awaiting: { kind: "slot", slot: slot.name },
    flows: [],
    active: flow,
    paused: [],
    known: {},
    history: [],
    commands: [],
    now,
    timezone: "UTC",
    language: "en",
  };
}

function slotOf(
  name: string,
  definition: { readonly d: string; readonly values?: readonly string[]; readonly ex?: readonly string[] },
): SlotInScope {
  const values = definition.values ?? [];
  return {
    name,
    type: values.length > 0 ? "categorical" : "string",
    description: definition.d,
    examples: definition.ex ?? [],
    values: values.map((value) => ({ value, synonyms: [] })),
    required: true,
  };
}

function sorted(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(/\s+/)
    .sort()
    .join(" ");
}

/** The scorer's token-sort ratio of 0.9 or more. */
function sameText(left: string, right: string): boolean {
  const [short, long] = [sorted(left), sorted(right)];
  if (short === long) return true;
  let previous = new Uint16Array(long.length + 1);
  for (let row = 1; row <= short.length; row++) {
    const current = new Uint16Array(long.length + 1);
    for (let column = 1; column <= long.length; column++) {
      current[column] =
        short[row - 1] === long[column - 1]
          ? (previous[column - 1] ?? 0) + 1
          : Math.max(previous[column] ?? 0, current[column - 1] ?? 0);
    }
    previous = current;
  }
  return (2 * (previous[long.length] ?? 0)) / (short.length + long.length) >= 0.9;
}
