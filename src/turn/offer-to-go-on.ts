import { abandonedTasks, resumeOptions } from "../engine/flow/abandoned.ts";
import { groupsOf } from "../engine/flow/frames.ts";
import { words } from "../engine/flow/values.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Stages } from "./stages.ts";
import { isQuestion, withOutcomes } from "./work.ts";

/** After a timeout, a message that started nothing gets one offer to go on where the user was. */
export function offerAfterSilence(work: Change, stages: Stages): Change {
  const { state } = work;
  if (!isBackFromSilence(state)) return work;
  // What an earlier timeout put aside was offered then.
  const groups = abandonedTasks(state, stages).filter(({ completedAt }) => completedAt === state.turn?.message.at);
  const options = resumeOptions(stages, groups);
  const [first] = options;
  if (first === undefined) return work;
  const offer: Outcome = {
    kind: "pattern",
    pattern: "session_expired",
    values: options.length === 1 ? { flow_description: words(first.label) } : {},
    options,
  };
  return withOutcomes({ ...work, state: { ...state, pending: { kind: "choice", options } } }, [offer]);
}

/** The first message after a timeout, if it started nothing and asked nothing. */
export function isBackFromSilence(state: DialogueState): boolean {
  const events = state.turn?.events ?? [];
  return (
    events.some((event) => event.type === "session_expired") &&
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
    others.map(({ root }) => root),
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
