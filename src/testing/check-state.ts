import { isRecord } from "../config/source.ts";
import type { PublicState } from "../engine/state/public-state.ts";
import type { ArchivedFrame } from "../engine/state/state.ts";
import type { TurnContent } from "./conversation-schema.ts";
import { difference, listDifference, show } from "./difference.ts";
import { equalData } from "./equal-data.ts";

type ExpectedState = NonNullable<TurnContent["state"]>;

export function checkState(expected: ExpectedState, state: PublicState): readonly string[] {
  if (typeof expected === "string") return difference(expected, state.conversationState, "conversation_state");
  const { pending, stack, completed, handoff, conversation_state, ...others } = expected;
  const seen = {
    current_step: state.currentStep,
    waiting_for_slot: state.waitingForSlot,
    digression_depth: state.digressionDepth,
    turns_without_progress: state.metadata.turnsWithoutProgress,
    error: state.metadata.error,
    session: state.session,
  };
  return [
    ...(conversation_state === undefined
      ? []
      : difference(conversation_state, state.conversationState, "conversation_state")),
    ...difference(others, seen),
    ...(pending === undefined ? [] : checkPending(pending, state)),
    ...(stack === undefined ? [] : checkStack(stack, state)),
    ...(handoff === undefined ? [] : checkHandoff(handoff, state)),
    ...(completed === undefined ? [] : checkCompleted(completed, state.metadata.completedFlows)),
  ];
}

const checkPending = (expected: unknown, { pending }: PublicState): readonly string[] =>
  typeof expected === "string"
    ? difference(expected, pending?.kind ?? null, "pending")
    : difference(expected, pending, "pending");

/** By the flow's name, or by the id of its run where two of one flow are open. */
function checkStack(expected: readonly string[], { flowStack }: PublicState): readonly string[] {
  const lines = listDifference(
    expected,
    flowStack.map((frame) => frame.flow),
    {
      matches: (wanted, index) => flowStack[index]?.flow === wanted || flowStack[index]?.flowId === wanted,
      show: (wanted) => wanted,
    },
  );
  return lines.length === 0 ? [] : ["stack:", ...lines];
}

const checkHandoff = (expected: unknown, { metadata }: PublicState): readonly string[] =>
  typeof expected === "boolean"
    ? difference(expected, metadata.handoff !== null, "handoff")
    : difference(expected, metadata.handoff, "handoff");

/** Oldest first: `book`, `book: cancelled`, or `book: { reference: BK-1 }` for a completed one with its outputs. */
function checkCompleted(expected: readonly unknown[], archive: readonly ArchivedFrame[]): readonly string[] {
  const shown = archive.map(({ flow, flowState, outputs }) => `${flow}: ${flowState} ${show(outputs)}`);
  const lines = listDifference(expected, shown, {
    matches: (wanted, index) => {
      const frame = archive[index];
      return frame !== undefined && isArchived(wanted, frame);
    },
    show,
  });
  return lines.length === 0 ? [] : ["completed:", ...lines];
}

function isArchived(expected: unknown, frame: ArchivedFrame): boolean {
  const [flow, how] = isRecord(expected) ? (Object.entries(expected)[0] ?? []) : [expected, "completed"];
  if (flow !== frame.flow && flow !== frame.flowId) return false;
  return isRecord(how) ? frame.flowState === "completed" && equalData(how, frame.outputs) : frame.flowState === how;
}
