import { isDeepStrictEqual } from "node:util";
import { answerDigression } from "../digress/digress.ts";
import type { PreparedCommand } from "../engine/assistant/validation.ts";
import { cancelNow } from "../engine/commands/cancel-flow.ts";
import type { Command } from "../engine/commands/command.ts";
import type { CommandNext, Decided, Digression } from "../engine/commands/command-next.ts";
import { execute, refuseAll } from "../engine/commands/execute.ts";
import { SoniError } from "../engine/errors.ts";
import { countStep, isOverSteps, resetSteps } from "../engine/flow/cursor.ts";
import { withError } from "../engine/flow/error.ts";
import { topFrame } from "../engine/flow/frames.ts";
import { transition } from "../engine/flow/transitions.ts";
import { pattern } from "../engine/flow/values.ts";
import { awaitedSecret } from "../engine/secrets/mask.ts";
import { maskSaid } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome, PatternName } from "../engine/state/outcome.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { finishFrame } from "../engine/steps/finish-frame.ts";
import { decide } from "./decide.ts";
import { digressionView } from "./digression-view.ts";
import { offerPerson, startHandoff } from "./hand-off.ts";
import { otherLanguage } from "./other-language.ts";
import { changeTurn, contextOf, type Stages, type TurnStages, withOutcomes } from "./stages.ts";
import { prepareCommand } from "./values/prepare-command.ts";

/** Checks one command, asks the project for what it must decide, executes it, and does what it asks for besides. */
export async function executeCommand(work: Change, command: Command, stages: TurnStages): Promise<Change> {
  const counted = { ...work, state: countStep(work.state) };
  const context = contextOf(counted.state, stages);
  if (isOverSteps(counted.state, context)) return endCommands(counted, command, stages);
  const ready =
    counted.state.conversationState === "validating_slot" ? counted.state : transition(counted.state, "understanding");
  const prepared = await prepareCommand(ready, command, {
    context,
    validators: stages.validators,
    normalizers: stages.normalizers,
    slotTypes: stages.slotTypes,
    caller: stages.caller,
  });
  const checked = Object.keys(prepared.checks).length > 0 ? transition(ready, "validating_slot") : ready;
  const change = await executeDecided(checked, prepared, stages);
  const say = change.say.map((each) => inOtherLanguage(each, change.state, stages));
  const told = withOutcomes({ ...work, state: change.state }, say);
  const followed = await follow(told, change.next, stages);
  return change.next?.do === "run" ? followed : endFinished(followed, stages);
}

/** Asks the project for every decision that the command needs. */
async function executeDecided(
  state: DialogueState,
  prepared: PreparedCommand,
  stages: TurnStages,
): Promise<Change<CommandNext>> {
  const context = contextOf(state, stages);
  const decided: Decided[] = [];
  let now = state;
  for (let asked = 0; asked <= mostDecisions; asked += 1) {
    const change = execute(now, { ...prepared, decided }, context);
    if (change.next?.do !== "decide") return change;
    const decision = await decide(now, change.next.decision, stages);
    now = decision.state;
    decided.push(decision.decided);
  }
  throw new SoniError("command.undecided", `'${prepared.command.type}' asks for more and more.`);
}

/** Each validator of a task at each of its questions, and more than any task has. */
const mostDecisions = 1_000;

/** Commands that lead to further commands run in a circle: none of those that are left is executed. */
function endCommands(work: Change, command: Command, stages: TurnStages): Change {
  const context = contextOf(work.state, stages);
  const rest = [command, ...(work.state.turn?.queue ?? [])];
  stages.log("loop detected", { conversationId: work.state.conversationId, command: command.type });
  const refused = refuseAll(changeTurn(resetSteps(work.state), { queue: [] }), rest, {
    context,
    code: "command.too_many",
  });
  return withOutcomes({ ...work, state: withError(refused, "loop_detected", context.now) }, [
    pattern("internal_error"),
  ]);
}

/** Does what a command asked for beyond its own change of state. */
async function follow(work: Change, next: CommandNext | undefined, stages: TurnStages): Promise<Change> {
  const context = contextOf(work.state, stages);
  const { commandsPerMessage } = stages.assistant.settings.limits;
  const runOnly = next?.do === "run" ? next.flowId : null;
  switch (next?.do) {
    case "execute": {
      // As many as a message may hold.
      const { commands } = next;
      const rest = refuseAll(work.state, commands.slice(commandsPerMessage), { context, code: "command.too_many" });
      const queue = [...commands.slice(0, commandsPerMessage), ...(rest.turn?.queue ?? [])];
      return { ...work, state: changeTurn(rest, { queue, runOnly }) };
    }
    case "hand_off":
      return startHandoff(work, context, { reason: next.reason, queue: null, flowId: null, place: null });
    case "digress":
      return countUnanswered(work, await answerTo(work.state, next.digression, stages), stages);
    default:
      return { ...work, state: changeTurn(work.state, { runOnly }) };
  }
}

/**
 * A question that got an answer is nobody's failure, however many there are. After too many that got none while a flow
 * waits, the assistant does as it was told for that case.
 */
function countUnanswered(work: Change, say: readonly Outcome[], stages: Stages): Change {
  const told = withOutcomes(
    work,
    say.filter((answer) => !work.say.some((known) => isSame(known, answer))),
  );
  const { metadata, flowStack } = told.state;
  const isAnswered = !say.some((outcome) => outcome.kind === "answered" && noAnswer.has(outcome.pattern));
  const count = isAnswered || flowStack.length === 0 ? 0 : metadata.unanswered + 1;
  const { maxDepth, fallback } = stages.assistant.patterns.clarification;
  const isOver = count >= maxDepth && fallback !== "retry";
  const counted: Change = {
    ...told,
    state: { ...told.state, metadata: { ...metadata, unanswered: isOver ? 0 : count } },
  };
  if (!isOver) return counted;
  const context = contextOf(counted.state, stages);
  if (fallback === "handoff") return offerPerson(counted, context, "too many digressions") ?? counted;
  const cancelled = cancelNow({ ...counted.state, digressionDepth: 0 }, context, "too many digressions");
  return withOutcomes({ ...counted, state: cancelled.state }, cancelled.say);
}

/** Two questions of a message may have one answer: it is said once. What it was asked about is no part of it. */
function isSame(left: Outcome, right: Outcome): boolean {
  if (left.kind === "answered" && right.kind === "answered") {
    const isUnknown = left.pattern === right.pattern && noAnswer.has(left.pattern);
    return isUnknown || isDeepStrictEqual(left, right);
  }
  return left.kind === "passage" && isDeepStrictEqual(left, right);
}

/** What is said where there is no answer. */
const noAnswer: ReadonlySet<PatternName> = new Set(["dont_know", "out_of_scope", "other_language"]);

async function answerTo(state: DialogueState, digression: Digression, stages: TurnStages) {
  const view = digressionView(state, stages.assistant, contextOf(state, stages).now);
  // A knowledge base may ask a model, and what answers the question for a local secret reaches none, however it was read.
  const isLocal = awaitedSecret(state, stages.assistant)?.sensitive === "local";
  const answers = await answerDigression(
    { digression, view, before: askedBefore(state, stages) },
    {
      ...(stages.knowledgeBase === undefined || isLocal ? {} : { knowledgeBase: stages.knowledgeBase }),
      caller: stages.caller,
    },
  );
  return answers.map((answer) => inOtherLanguage(answer, state, stages));
}

/** Enough for "and for dogs?", "and for rabbits?" after a question. */
const mostBefore = 3;
const questions: ReadonlySet<string | null> = new Set(["question", "clarification", "out_of_scope"]);

/** What the user said before this message, oldest first, where that was a question too. */
function askedBefore(state: DialogueState, { assistant }: Pick<Stages, "assistant">): readonly string[] {
  if (!questions.has(state.lastDigressionType)) return [];
  const said = state.messages.filter(({ role }) => role === "user").slice(0, -1);
  return said.slice(-mostBefore).map(({ text }) => maskSaid(state, text, assistant));
}

/** What seems to be out of scope, or no value of a slot, may only be in a language that nobody here reads. */
function inOtherLanguage(said: Outcome, state: DialogueState, stages: Stages): Outcome {
  const isQuestion = said.kind === "answered" && said.pattern === "out_of_scope";
  const isNoValue = said.kind === "slot_rejected" && (said.reason === "type" || said.reason === "not_allowed");
  const other = isQuestion || isNoValue ? otherLanguage(state, stages) : null;
  if (other === null) return said;
  return said.kind === "answered" ? { ...said, ...other } : { kind: "pattern", ...other };
}

/** A command may end the flow at the top (a denial that cancels): the next one must not find it there. */
function endFinished(work: Change, stages: Stages): Change {
  let now = work;
  for (let frame = topFrame(now.state); frame !== null && frame.step === null; frame = topFrame(now.state)) {
    const finished = finishFrame(now.state, contextOf(now.state, stages), frame);
    now = withOutcomes({ ...now, state: finished.state }, finished.say);
  }
  return now;
}
