import { join } from "node:path";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Command } from "../../engine/commands/command.ts";
import { equalJson } from "../../engine/flow/digest.ts";
import type { Json } from "../../engine/json.ts";
import { parseValue } from "../../engine/slot-types/slot-types.ts";
import { wordReader } from "../../language/word-reader.ts";
import { cacheFolder } from "../../runtime/default-understander.ts";
import { needed } from "../../turn/doubt.ts";
import { flowsOf } from "../../turn/understanding-context.ts";
import { createEmbeddedUnderstander } from "../../understand/embedded/create-embedded-understander.ts";
import type {
  Awaiting,
  FlowInScope,
  SlotInScope,
  Understander,
  Understanding,
  UnderstandingContext,
} from "../../understand/understander.ts";

/** Something that an assistant's own words do not lead to. */
export interface Misread {
  readonly code: "words.not_started" | "words.collision" | "words.not_read";
  /** The flow or slot that it is of. */
  readonly owner: string;
  /** What was said: a trigger of a flow, or an example of a slot. */
  readonly text: string;
  readonly message: string;
}

/** The triggers and examples of an assistant that the embedded understander does not read as they are meant. */
export async function readOwnWords(
  assistant: Assistant,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Misread[]> {
  const understander = createEmbeddedUnderstander({ cacheDirectory: join(cacheFolder(environment), "vectors") });
  try {
    return await misreadBy(understander, assistant);
  } finally {
    await understander.close();
  }
}

/** Several at a time: the understander has several readers. */
const atATime = 4;

export async function misreadBy(understander: Understander, assistant: Assistant): Promise<readonly Misread[]> {
  const { flows, startable } = flowsOf(assistant);
  const questions = [
    ...startable.flatMap((flow) =>
      flow.examples.map((text) => () => readTrigger(understander, assistant, { flow, text })),
    ),
    ...slotsToAsk(flows).flatMap(({ flow, slot }) =>
      slot.examples.map((text) => () => readExample(understander, assistant, { flow, slot, text })),
    ),
  ];
  const found: Misread[] = [];
  for (let from = 0; from < questions.length; from += atATime) {
    const misread = await Promise.all(questions.slice(from, from + atATime).map((ask) => ask()));
    found.push(...misread.filter((each) => each !== null));
  }
  return found;
}

/** A slot that several flows share is asked for in the first of them. */
function slotsToAsk(
  flows: readonly FlowInScope[],
): readonly { readonly flow: FlowInScope; readonly slot: SlotInScope }[] {
  const seen = new Set<string>();
  return flows.flatMap((flow) =>
    flow.slots.flatMap((slot) => {
      const key = JSON.stringify(slot);
      // The project's own code reads its types, and it is not asked here.
      if (seen.has(key) || slot.own !== undefined) return [];
      seen.add(key);
      return [{ flow, slot }];
    }),
  );
}

interface Trigger {
  readonly flow: FlowInScope;
  readonly text: string;
}

async function readTrigger(
  understander: Understander,
  assistant: Assistant,
  { flow, text }: Trigger,
): Promise<Misread | null> {
  const message = filled(text, flow);
  if (message === null) return null;
  const read = await understander.understand({ message, context: contextAt(assistant, { kind: "message" }, null) });
  if (read.unavailable !== undefined) return null;
  const { started, offered } = flowsIn(read, needed[assistant.settings.understanding.caution].usual);
  if (started.includes(flow.name)) return null;
  const [other] = started;
  if (other !== undefined)
    return {
      code: "words.collision",
      owner: flow.name,
      text,
      message: `'${text}' of the flow '${flow.name}' starts '${other}'. Say in its intents and description what sets them apart.`,
    };
  const others = offered.filter((name) => name !== flow.name);
  if (offered.includes(flow.name) && others.length > 0)
    return {
      code: "words.collision",
      owner: flow.name,
      text,
      message: `'${text}' of the flow '${flow.name}' may as well mean ${others.map((name) => `'${name}'`).join(" or ")}: the user is asked.`,
    };
  const becomes = offered.includes(flow.name)
    ? "is not surely read as a wish: the user is asked"
    : `is read as ${read.commands.map(({ type }) => type).join(", ") || "nothing"}`;
  return {
    code: "words.not_started",
    owner: flow.name,
    text,
    message: `'${text}' does not start its flow '${flow.name}': it ${becomes}.`,
  };
}

/** Flows that are started, and those that are only offered. */
function flowsIn(
  { commands, confidence }: Understanding,
  least: number,
): { readonly started: readonly string[]; readonly offered: readonly string[] } {
  const isSure = (command: Command): boolean =>
    (("confidence" in command ? command.confidence : undefined) ?? confidence) >= least;
  return {
    started: commands.flatMap((command) => (command.type === "start_flow" && isSure(command) ? [command.flow] : [])),
    offered: commands.flatMap((command) =>
      command.type === "choose_flow"
        ? command.flows
        : command.type === "start_flow" && !isSure(command)
          ? [command.flow]
          : [],
    ),
  };
}

/** With an example where a value stands; null: a slot has none. */
function filled(text: string, { slots }: FlowInScope): string | null {
  let isKnown = true;
  const message = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slots.find((each) => each.name === name);
    const example = slot?.examples[0] ?? slot?.values[0]?.value ?? usual(slot);
    isKnown &&= example !== undefined;
    return example ?? "";
  });
  return isKnown ? message : null;
}

/** What anybody could say for a value of this type. */
function usual(slot: SlotInScope | undefined): string | undefined {
  switch (slot?.type) {
    case "integer":
    case "float":
      return "2";
    case "date":
      return "tomorrow";
    case "time":
      return "at 10:30";
    case "datetime":
      return "tomorrow at 10:30";
    default:
      return undefined;
  }
}

interface Example extends Trigger {
  readonly slot: SlotInScope;
}

async function readExample(
  understander: Understander,
  assistant: Assistant,
  { flow, slot, text }: Example,
): Promise<Misread | null> {
  const awaiting = { kind: "slot", slot: slot.name } as const;
  const context = contextAt(assistant, awaiting, flow);
  const read = await understander.understand({ message: text, context });
  if (read.unavailable !== undefined) return null;
  const typed = (value: Json): Json => {
    const parsed = parseValue(slot, value, wordReader(context));
    return parsed.ok ? parsed.value : value;
  };
  const given = read.commands.flatMap((command) =>
    (command.type === "set_slot" || command.type === "correct_slot") && command.slot === slot.name
      ? [typed(command.value)]
      : [],
  );
  if (given.some((value) => isSame(value, typed(text)))) return null;
  const becomes =
    given.length > 0
      ? `as ${given.map((value) => JSON.stringify(value)).join(", ")}`
      : `as ${read.commands.map(({ type }) => type).join(", ") || "nothing"}`;
  return {
    code: "words.not_read",
    owner: slot.name,
    text,
    message: `'${text}' is an example of the slot '${slot.name}', and is read ${becomes}.`,
  };
}

const isSame = (one: Json, other: Json): boolean =>
  equalJson(one, other) ||
  (typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase());

/** A conversation in which nothing else has been said. */
function contextAt(assistant: Assistant, awaiting: Awaiting, active: FlowInScope | null): UnderstandingContext {
  const { startable, vocabulary } = flowsOf(assistant);
  const { timezone, language } = assistant.settings;
  return {
    conversationId: "check",
    assistantHash: assistant.hash,
    conversationState: awaiting.kind === "message" ? "idle" : "waiting_for_slot",
    awaiting,
    flows: startable,
    vocabulary,
    active,
    paused: [],
    known: {},
    history: [],
    commands: [],
    now: someDay,
    timezone,
    language,
  };
}

/** A Wednesday: what words are read as does not depend on the day of the check. */
const someDay = Date.UTC(2026, 10, 18, 9);
