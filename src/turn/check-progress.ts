import { cancelNow } from "../engine/commands/cancel-flow.ts";
import { topFrame } from "../engine/flow/frames.ts";
import { markProgress } from "../engine/flow/record.ts";
import { pattern } from "../engine/flow/values.ts";
import type { Change } from "../engine/state/change.ts";
import { startHandoff } from "./hand-off.ts";
import { startPatternFlow } from "./pattern-flow.ts";
import type { Stages } from "./stages.ts";
import { contextOf, isQuestion, withOutcomes } from "./work.ts";

/** Turns that get nowhere are counted; after too many the assistant does as it was told for that case. */
export function checkProgress(work: Change, stages: Stages): Change {
  const { state } = work;
  if (state.metadata.handoff !== null) return work;
  // A message that nobody could read is no sign that the conversation gets nowhere.
  if (state.turn?.events.some(({ type }) => type === "understanding_unavailable") === true) return work;
  const stuck = state.turn?.progress !== true && topFrame(state) !== null;
  const count = stuck ? state.metadata.turnsWithoutProgress + 1 : 0;
  const { maxTurnsWithoutProgress, onNoProgress } = stages.assistant.settings.conversation;
  const over = count >= maxTurnsWithoutProgress;
  const counted: Change = {
    ...work,
    state: { ...state, metadata: { ...state.metadata, turnsWithoutProgress: over ? 0 : count } },
  };
  if (!over) return counted;
  const context = contextOf(counted.state, stages);
  // The question of a flow that goes no further is not asked.
  const quiet: Change = { ...counted, say: counted.say.filter((outcome) => !isQuestion(outcome)) };
  const instead = startPatternFlow(quiet, stages, { pattern: "no_progress" });
  if (instead !== null) return instead;
  switch (onNoProgress) {
    case "retry":
      return {
        ...quiet,
        say: [...quiet.say, pattern("no_progress"), ...counted.say.filter(isQuestion)],
      };
    case "handoff": {
      // Counts as a move: if nobody is there, the turn goes on and must not end up here again.
      const moved = { ...quiet, state: markProgress(quiet.state) };
      const started = startHandoff(moved, context, { reason: "no progress", queue: null, flowId: null, place: null });
      const isStarted = started.state.turn?.action !== null;
      // With nobody to hand over to, the question is asked again.
      return isStarted ? started : { ...started, state: { ...started.state, pending: null } };
    }
    case "cancel": {
      const cancelled = cancelNow(quiet.state, context, "no progress");
      return withOutcomes({ ...quiet, state: cancelled.state }, cancelled.say);
    }
    default:
      return onNoProgress satisfies never;
  }
}
