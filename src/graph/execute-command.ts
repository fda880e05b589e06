import { answerDigression } from "../digress/digress.ts";
import type { Command } from "../domain/command.ts";
import { applyDelta } from "../domain/delta.ts";
import { SoniError } from "../domain/errors.ts";
import { awaitedSecret } from "../domain/secrets/sensitive-slots.ts";
import type { DialogueState } from "../domain/state.ts";
import type { PreparedCommand } from "../domain/validation.ts";
import type { Decision } from "../execute/decision.ts";
import { type Execution, execute, refuseAll } from "../execute/execute.ts";
import { topFrame } from "../flow/frames.ts";
import { countStep, isOverSteps, resetSteps } from "../flow/step-budget.ts";
import { transition } from "../flow/transitions.ts";
import { pattern } from "../flow/values.ts";
import { finishFrame } from "../steps/finish-frame.ts";
import { prepareCommand } from "../validate/prepare-command.ts";
import { decide } from "./decide.ts";
import { digressionView } from "./digression-view.ts";
import { startHandoff } from "./hand-off.ts";
import type { Stages, TurnStages } from "./stages.ts";
import { changeTurn, contextOf, type Work, withOutcomes } from "./work.ts";

/** Checks one command, asks the project for what it must decide, executes it, and does what it asks for besides. */
export async function executeCommand(work: Work, command: Command, stages: TurnStages): Promise<Work> {
  const counted = { ...work, state: countStep(work.state) };
  const context = contextOf(counted.state, stages);
  if (isOverSteps(counted.state, context)) return endCommands(counted, command, stages);
  const ready =
    counted.state.conversationState === "validating_slot" ? counted.state : transition(counted.state, "understanding");
  const prepared = await prepareCommand(ready, command, {
    context,
    validators: stages.validators,
    normalizers: stages.normalizers,
    caller: stages.caller,
  });
  const checked = Object.keys(prepared.checks).length > 0 ? transition(ready, "validating_slot") : ready;
  const first = execute(checked, prepared, context);
  const effect = "needs" in first ? await executeDecided(checked, { ...prepared, needs: first.needs }, stages) : first;
  const told = withOutcomes({ ...work, state: applyDelta(checked, effect.delta) }, effect.outcomes);
  const followed = await follow(told, effect, stages);
  return effect.runOnly === undefined ? endFinished(followed, stages) : followed;
}

/** A command that waits for a decision of the project's code. */
async function executeDecided(
  state: DialogueState,
  { needs, ...prepared }: PreparedCommand & { readonly needs: Decision },
  stages: TurnStages,
): Promise<Execution> {
  const context = contextOf(state, stages);
  const decided = await decide(state, needs, stages);
  const execution = execute(state, { ...prepared, decided }, context);
  if ("needs" in execution) throw new SoniError("command.undecided", `'${prepared.command.type}' asks twice.`);
  return execution;
}

/** Commands that lead to further commands run in a circle: none of those that are left is executed. */
function endCommands(work: Work, command: Command, stages: TurnStages): Work {
  const context = contextOf(work.state, stages);
  const rest = [command, ...(work.state.turn?.queue ?? [])];
  stages.log("loop detected", { conversationId: work.state.conversationId, command: command.type });
  const refused = refuseAll(changeTurn(resetSteps(work.state), { queue: [] }), rest, {
    context,
    code: "command.too_many",
  });
  const state: DialogueState = { ...refused, metadata: { ...refused.metadata, error: "loop_detected" } };
  return withOutcomes({ ...work, state }, [pattern("internal_error")]);
}

/** Does what a command asked for beyond its own change of state. */
async function follow(work: Work, effect: Execution, stages: TurnStages): Promise<Work> {
  const context = contextOf(work.state, stages);
  const { commandsPerMessage } = stages.assistant.settings.limits;
  const { next = [] } = effect;
  // As many as a message may hold.
  const rest = refuseAll(work.state, next.slice(commandsPerMessage), { context, code: "command.too_many" });
  const queue = [...next.slice(0, commandsPerMessage), ...(rest.turn?.queue ?? [])];
  const queued: Work = { ...work, state: changeTurn(rest, { queue, runOnly: effect.runOnly ?? null }) };
  if (effect.handoff !== undefined)
    return startHandoff(queued, context, { reason: effect.handoff.reason, queue: null, flowId: null });
  const { digression } = effect;
  if (digression === undefined || digression.kind === "repeat") return queued;
  const view = digressionView(queued.state, stages.assistant, context.now);
  // A knowledge base may ask a model, and what answers the question for a local secret reaches none, however it was read.
  const isLocal = awaitedSecret(queued.state, stages.assistant)?.sensitive === "local";
  const answers = await answerDigression(
    { digression, view },
    {
      ...(stages.knowledgeBase === undefined || isLocal ? {} : { knowledgeBase: stages.knowledgeBase }),
      caller: stages.caller,
    },
  );
  return withOutcomes(queued, answers);
}

/** A command may end the flow at the top (a denial that cancels): the next one must not find it there. */
function endFinished(work: Work, stages: Stages): Work {
  let now = work;
  for (let frame = topFrame(now.state); frame !== null && frame.step === null; frame = topFrame(now.state)) {
    const finished = finishFrame(now.state, contextOf(now.state, stages), frame);
    now = withOutcomes({ ...now, state: finished.state }, finished.outcomes);
  }
  return now;
}
