import { cancelNow } from "../engine/commands/cancel-flow.ts";
import type { CommandType } from "../engine/commands/command.ts";
import { abandonedTasks, offerToResume, resumeOptions } from "../engine/flow/abandoned.ts";
import { groupsOf, topFrame } from "../engine/flow/frames.ts";
import { archivedInstance, instanceOf } from "../engine/flow/instances.ts";
import { markProgress } from "../engine/flow/record.ts";
import { pattern } from "../engine/flow/values.ts";
import type { Change } from "../engine/state/change.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { startHandoff } from "./hand-off.ts";
import { startPatternFlow } from "./pattern-flow.ts";
import { contextOf, isQuestion, type Stages, withOutcomes } from "./stages.ts";

/** Turns that get nowhere are counted; after too many the assistant does as it was told for that case. */
export function checkProgress(work: Change, stages: Stages): Change {
  const { state } = work;
  if (state.metadata.handoff !== null) return work;
  // A message that nobody could read is no sign that the conversation gets nowhere.
  if (state.turn?.events.some(({ type }) => type === "understanding_unavailable") === true) return work;
  // Neither is a question about what was meant.
  if (state.turn?.events.some(isAskedAbout) === true) return work;
  const isStuck = state.turn?.progress !== true && topFrame(state) !== null;
  const before = state.metadata.turnsWithoutProgress;
  const count = !isStuck ? 0 : isAnsweredQuestion(state) ? before : before + 1;
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

const isAskedAbout = (event: TurnEvent): boolean =>
  event.type === "doubted" && (event.outcome === "asked" || event.outcome === "asked_again");

/** Nothing but questions that were answered: the user is still with us. */
const isAnsweredQuestion = ({ turn, metadata }: DialogueState): boolean =>
  metadata.unanswered === 0 &&
  turn !== null &&
  turn.commands.length > 0 &&
  turn.commands.every(({ command, result }) => result === "done" && questions.has(command.type));

const questions: ReadonlySet<CommandType> = new Set(["clarify", "out_of_scope"]);

/** After a timeout, a message that started nothing gets one offer to go on where the user was. */
export function offerAfterSilence(work: Change, stages: Stages): Change {
  const { state } = work;
  if (!isBackFromSilence(state)) return work;
  // What an earlier timeout put aside was offered then.
  const since = state.silentSince ?? state.turn?.message.at;
  const groups = abandonedTasks(state, stages).filter(({ completedAt }) => completedAt === since);
  const options = resumeOptions(stages, groups.map(archivedInstance));
  if (options.length === 0) return work;
  return withOutcomes({ ...work, state: { ...state, pending: { kind: "choice", options } } }, [offerToResume(options)]);
}

/** The first message after a timeout, if it started nothing and asked nothing. */
export function isBackFromSilence(state: DialogueState): boolean {
  const events = state.turn?.events ?? [];
  return (
    (state.silentSince !== null || events.some((event) => event.type === "session_expired")) &&
    state.turn?.message.silence !== true &&
    !events.some((event) => event.type === "flow_started") &&
    state.flowStack.length === 0 &&
    state.pending === null
  );
}

/** Back in one of several paused flows: the others are named before its question, each with a button that leads there. */
export function offerOtherFlows(work: Change, stages: Stages): Change {
  const { state, say } = work;
  const others = groupsOf(state)
    .slice(0, -1)
    .filter(({ root }) => root.system !== true);
  if (others.length === 0 || !isBackByItself(work)) return work;
  const options = resumeOptions(
    stages,
    others.map(({ root }) => instanceOf(state, root)),
  );
  const offer: Outcome = {
    kind: "pattern",
    pattern: "flows_paused",
    values: { flows: { value: options.map(({ label }) => label), type: "list" } },
    options,
  };
  const question = say.findIndex(isQuestion);
  return { ...work, say: question < 0 ? say : say.toSpliced(question, 0, offer) };
}

/** Because the flow above it ended, not because the user asked for it. */
function isBackByItself({ state, say }: Change): boolean {
  const { messages = [], commands = [] } = state.turn ?? {};
  const isSaid =
    say.some((outcome) => outcome.kind === "pattern" && outcome.pattern === "flow_resumed") ||
    messages.some(({ source }) => source.kind === "pattern" && source.pattern === "flow_resumed");
  return isSaid && !commands.some(({ command, result }) => command.type === "resume_flow" && result === "done");
}
