import type { Provenance } from "../../engine/assistant/slot.ts";
import type { PublicFrame, PublicState } from "../../engine/state/public-state.ts";
import type { Pending } from "../../engine/state/state.ts";
import type { Paint } from "../console.ts";
import { showValue } from "./show-command.ts";

/** The state of a conversation for a person: what it waits for, the flows on the stack, their slots. */
export function showState(state: PublicState | null, paint: Paint): string {
  if (state === null) return "Nothing has been said yet.";
  const { handoff, completedFlows, error } = state.metadata;
  const lines = [
    `${paint("bold", state.conversationState)}, after turn ${state.turnCount}: ${waitingFor(state.pending)}`,
    ...(handoff === null ? [] : [`handed off to a person${handoff.queue === null ? "" : ` (${handoff.queue})`}`]),
    ...(error === null ? [] : [`last error: ${error}`]),
    ...state.flowStack.toReversed().flatMap((frame) => showFrame(frame, state, paint)),
    ...completedFlows.slice(-5).map(({ flow, flowState }) => paint("dim", `${flowState} before: ${flow}`)),
  ];
  return lines.join("\n");
}

function waitingFor(pending: Pending | null): string {
  switch (pending?.kind) {
    case undefined:
      return "waits for nothing in particular";
    case "slot":
      return `waits for ${pending.slot}`;
    case "confirmation":
      return "waits for a yes or no";
    case "cancel_confirmation":
      return "waits for a yes or no to cancelling";
    case "choice":
      return `waits for a choice${pending.slot === undefined ? "" : ` of ${pending.slot}`}`;
    case "change":
      return "waits to hear what to change";
  }
}

function showFrame(frame: PublicFrame, state: PublicState, paint: Paint): readonly string[] {
  const slots = Object.entries(state.flowSlots[frame.flowId] ?? {});
  const width = Math.max(0, ...slots.map(([name]) => name.length));
  const at = frame.step === null ? "" : ` at ${frame.step}`;
  return [
    `${paint("cyan", frame.flow)} (${frame.flowState}${at})`,
    ...slots.map(([name, value]) => {
      const from = state.provenance[frame.flowId]?.[name];
      return `  ${name.padEnd(width)}  ${showValue(value)}${from === undefined ? "" : paint("dim", `  ${showProvenance(from)}`)}`;
    }),
  ];
}

/** Where a value came from, in a few words. */
export function showProvenance(from: Provenance): string {
  switch (from.by) {
    case "user":
      return "said by the user";
    case "action":
      return `from action ${from.action}`;
    case "default":
      return "the default";
    case "input":
      return `passed in by ${from.from}`;
    case "set":
      return `set by step ${from.step}`;
    case "confirm":
      return `answer to ${from.step}`;
    case "generate":
      return `written by a model in step ${from.step}`;
    case "call":
      return `from flow ${from.flow}`;
    case "api":
      return "given by the program";
    default:
      return from satisfies never;
  }
}
