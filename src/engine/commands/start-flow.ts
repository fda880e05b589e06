import type { Flow } from "../assistant/flow.ts";
import { activeGroup, flowOf, frameNow } from "../flow/frames.ts";
import { record, turnOf } from "../flow/record.ts";
import { cellOf, slotDefinition } from "../flow/slots.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import type { JsonObject } from "../json.ts";
import type { Change } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { admit } from "./admit.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse, undecided } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, flag, instance, optional, startableFlow, values } from "./field.ts";
import { changeSlot } from "./set-slot.ts";

const fields = {
  flow: startableFlow,
  slots: optional(values),
  newInstance: optional(flag),
  drop: optional(instance),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly start_flow: DataOf<typeof fields> & {
      /** Values that only the program may give: no field, so that no channel, button or model can send it. */
      readonly inputs?: JsonObject;
      /** How sure an understander is of the values in `slots`, by slot; absent: as sure as of the flow. No field either. */
      readonly slotConfidence?: Readonly<Record<string, number>>;
    };
  }
}

export const startFlow = defineCommand({
  type: "start_flow",
  fields,
  prompt: {
    when: "the user asks for something that one of the flows does. For the flow that is already active only if the user wants a second one of it besides: then newInstance is true",
    fields: ["flow", "newInstance"],
  },
  typed: { about: "start a flow, with what is known", words: ["flow"], pairs: "slots" },
  button: true,
  execute: start,
});

function start(state: DialogueState, command: CommandOf<"start_flow">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const flow = context.assistant.flows.get(command.flow);
  const byApi = turnOf(state).message.origin === "api";
  if (flow === undefined)
    return refuse(state, "flow.unknown", [pattern("flow_unavailable", aboutScope(state, context))]);
  const running = activeGroup(state)?.frames.findLast((frame) => frame.flow === flow.name);
  const isStarted = running !== undefined && command.newInstance !== true;
  if (isStarted && (byApi || flow.trigger !== undefined))
    return fillSlots(state, command, { ...given, frame: running });
  const wanted = { kind: "start", flow, by: byApi ? "api" : "user" } as const;
  const entered = admit(state, given, { command, wanted });
  if ("change" in entered) return entered.change;
  const filled = fillSlots(entered.state, command, { ...given, frame: entered.frame });
  return { ...filled, say: [...entered.say, ...filled.say] };
}

/** Fills what the same message already told about the flow; a slot that cannot be filled does not stop the flow. */
function fillSlots(
  state: DialogueState,
  command: CommandOf<"start_flow">,
  given: CommandGiven & { readonly frame: Frame },
): Change<CommandNext> {
  const { context, checks } = given;
  const { owned } = flowOf(context.assistant, given.frame);
  const say: Outcome[] = [];
  let now = state;
  for (const [name, raw] of Object.entries({ ...command.slots, ...programInputs(state, command) })) {
    const frame = frameNow(now, given.frame);
    const slot = slotDefinition(context.assistant, frame, name);
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    const isInput = isProgramInput(state, command, { flow: context.assistant.flows.get(frame.flow), name });
    const isTaken = isInput || owned.has(name);
    if (slot === null || !isTaken || check === undefined) {
      const code = slot === null ? "slot.unknown" : slot.setBy === "action" ? "slot.read_only" : "slot.not_in_scope";
      now = record(now, { type: "slot_rejected", slot: name, code });
      continue;
    }
    const target = { frame, slot, cell: cellOf(now, frame.flowId, name) };
    const changed = changeSlot(now, given, { target, check, raw });
    if (changed.next?.do === "decide") return undecided(state, changed.next.decision);
    now = changed.state;
    say.push(...changed.say);
  }
  return done(now, say);
}

const programInputs = (state: DialogueState, { inputs }: CommandOf<"start_flow">): JsonObject =>
  turnOf(state).message.origin === "api" ? (inputs ?? {}) : {};

/** Whether the program, and nobody else, gives this value for an input that the flow declares. */
export const isProgramInput = (
  state: DialogueState,
  command: CommandOf<"start_flow">,
  { flow, name }: { readonly flow: Flow | undefined; readonly name: string },
): boolean =>
  Object.hasOwn(programInputs(state, command), name) && flow?.inputs.some((input) => input.name === name) === true;
