import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Command, createSoni, loadAssistant } from "../../src/index.ts";
import { validators } from "./world.ts";

/** A conversation written by hand, with what must come of it. */
export interface ExactCase {
  readonly assistant: Readonly<Record<string, unknown>>;
  readonly turns: readonly ExactTurn[];
  /** What actions return; nothing, unless it is said here. */
  readonly returns?: Readonly<Record<string, object>>;
  /** Actions that never answer. */
  readonly never?: readonly string[];
  /** Words that are in no public state. */
  readonly hidden?: readonly string[];
  /** The assistant does not load, and the finding has this in it. */
  readonly refused?: string;
}

type Short = string | Readonly<Record<string, unknown>>;

interface ExactTurn {
  readonly do: readonly Short[];
  /** An hour passes before it. */
  readonly silence?: true;
  /** Real calls; none, unless they are said here. */
  readonly calls?: readonly Readonly<Record<string, object>>[];
  /** Codes of the refused commands; none, unless they are said here. */
  readonly refused?: readonly string[];
  /** One of the replies has this in it. */
  readonly bot?: string;
  /** None of the replies has this in it. */
  readonly silent?: string;
  readonly stack?: readonly string[];
  readonly pending?: string;
}

interface Seen {
  readonly calls: readonly unknown[];
  readonly refused: readonly string[];
  readonly bot?: string;
  readonly silent?: string;
  readonly stack?: readonly string[];
  readonly pending?: string | null;
  readonly told?: readonly string[];
}

/** Says it and tells what was expected beside what was seen, for each turn. */
export async function playCase(given: ExactCase): Promise<{ expected: unknown; seen: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), "soni-case-"));
  const file = join(folder, "soni.yaml");
  const settings = { ...(given.assistant["settings"] as object | undefined), runtime: { host: "direct" } };
  writeFileSync(file, stringify({ version: "1.0", ...given.assistant, settings }, { aliasDuplicateObjects: false }));
  const { assistant, findings } = await loadAssistant(file);
  rmSync(folder, { recursive: true });
  const errors = findings.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const { refused } = given;
  if (refused !== undefined) return { expected: true, seen: errors.some((text) => text.includes(refused)) || errors };
  if (assistant === null) return { expected: [], seen: errors };
  let now = Date.UTC(2026, 10, 15, 12);
  let calls: Record<string, unknown>[] = [];
  const names = Object.keys((given.assistant["actions"] as object | undefined) ?? {});
  const run = (name: string) => (input: unknown) => {
    calls.push({ [name]: input });
    return given.never?.includes(name) === true ? new Promise<never>(() => undefined) : (given.returns?.[name] ?? {});
  };
  const actions = Object.fromEntries(names.map((name) => [name, run(name)]));
  const soni = createSoni({ assistant, actions: actions as never, validators, clock: { now: () => now } });
  const expected: Seen[] = [];
  const seen: Seen[] = [];
  for (const turn of given.turns) {
    calls = [];
    now += turn.silence === true ? 3_600_000 : 0;
    const result = await soni.processMessage({ conversationId: "c", text: "", command: turn.do.map(commandOf) });
    const texts = result.messages.map(({ text }) => text);
    const state = JSON.stringify(result.state);
    const told = (given.hidden ?? []).filter((word) => state.includes(word));
    expected.push({ ...wanted(turn), ...(given.hidden === undefined ? {} : { told: [] }) });
    seen.push({
      calls: [...calls],
      refused: result.commands.flatMap(({ code }) => code ?? []),
      ...(turn.bot === undefined
        ? {}
        : {
            bot:
              texts.find((text) => text.includes(turn.bot ?? "")) === undefined
                ? texts.join(" / ") || "(no reply)"
                : turn.bot,
          }),
      ...(turn.silent === undefined
        ? {}
        : { silent: texts.find((text) => text.includes(turn.silent ?? "")) ?? turn.silent }),
      ...(turn.stack === undefined ? {} : { stack: result.state.flowStack.map(({ flow }) => flow) }),
      ...(turn.pending === undefined ? {} : { pending: result.state.pending?.kind ?? null }),
      ...(given.hidden === undefined ? {} : { told }),
    });
  }
  await soni.close();
  return { expected, seen };
}

const wanted = ({ do: _, silence: __, ...rest }: ExactTurn): Seen => ({ calls: [], refused: [], ...rest });

/** `set_slot: { a: one }`, `start_flow: main`, `affirm`. */
function commandOf(short: Short): Command {
  if (typeof short === "string") return { type: short } as Command;
  const [type = "", value] = Object.entries(short)[0] ?? [];
  return { type, ...fieldsOf(type, value) } as Command;
}

function fieldsOf(type: string, value: unknown): object {
  if (type === "set_slot" || type === "correct_slot") {
    const [slot, given] = Object.entries(value as object)[0] ?? [];
    return { slot, value: given };
  }
  if (type === "choose_flow") return { flows: value };
  if (type === "custom") return { name: value, arguments: {} };
  if (typeof value === "object") return value ?? {};
  return { [type.endsWith("_slot") ? "slot" : "flow"]: value };
}
