import { setTimeout as sleep } from "node:timers/promises";
import type { ActionRequest, ActionResult } from "../engine/assistant/action.ts";
import { SoniError } from "../engine/errors.ts";
import { record } from "../engine/flow/record.ts";
import type { DialogueState, PendingAction } from "../engine/state/state.ts";
import type { CodeFailure } from "../project-code/code-failure.ts";
import { runAction } from "./run-action.ts";
import { addTime, changeTurn, observing, type Stages, type TurnStages, withMaskedLog } from "./stages.ts";

/**
 * Runs the one action that the state names. The ledger knows whether it was begun before: if so, this process took
 * over from one that died, and only an action that is safe to repeat is repeated.
 */
export async function act(state: DialogueState, given: Stages): Promise<DialogueState> {
  const stages = withMaskedLog(state, given);
  const { turn } = state;
  if (turn === null || turn.action === null || turn.action.result !== null) return state;
  const { action } = turn;
  const { request } = action;
  const before = await stages.ledger.begin(state.conversationId, request.key);
  const run = await told(state, request, stages, (tell) => resultOf(state, action, { before, stages, tell }));
  if (before?.status !== "finished")
    await remember(() => stages.ledger.finish(state.conversationId, request.key, run.result));
  return changeTurn(run.state, { action: { ...action, result: run.result } });
}

/** Runs an action that changes nothing, only to see what comes of it: after a crash it simply runs again. */
export const search = (state: DialogueState, request: ActionRequest, stages: TurnStages): Promise<Ran> => {
  const { conversationId, session, turn, turnCount } = state;
  const messageId = turn?.message.messageId ?? null;
  return told(state, request, stages, (tell) =>
    runAction({ request, conversationId, messageId, session, tell, turn: turnCount }, stages),
  );
};

interface Ran {
  readonly state: DialogueState;
  readonly result: ActionResult;
}

type TellFailure = (failure: CodeFailure) => void;

/** Observers and the turn's events tell that the action ran, and how each attempt failed. */
async function told(
  state: DialogueState,
  request: ActionRequest,
  stages: Stages,
  run: (tellFailure: TellFailure) => Promise<ActionResult>,
): Promise<Ran> {
  const tell = observing(state, stages);
  tell({ type: "action_started", turn: state.turnCount, action: request.action, key: request.key });
  const failures: CodeFailure[] = [];
  const result = await run((failure) => failures.push(failure));
  const started = record(state, { type: "action_started", action: request.action, key: request.key });
  const failed = failures.reduce((noted, failure) => record(noted, { type: "code_failed", ...failure }), started);
  const end = {
    type: "action_ended",
    action: request.action,
    key: request.key,
    result: result.ok ? "done" : "failed",
    ...(result.ok ? {} : { code: result.code }),
    attempts: result.attempts,
    milliseconds: result.milliseconds,
  } as const;
  tell({ ...end, turn: state.turnCount });
  const ended = record(failed, end);
  const timing = addTime(ended.turn?.timing ?? {}, "action", result.milliseconds);
  return { state: changeTurn(ended, { timing }), result };
}

/** Milliseconds between attempts; in all less than a lease, so that nobody else goes on with the conversation meanwhile. */
const pauses = [50, 100, 200, 400, 800, 1_600];

/** It has happened: a store that is away for a moment must not make the outcome unknown. */
async function remember(finish: () => Promise<void>): Promise<void> {
  for (const pause of pauses) {
    try {
      return await finish();
    } catch (error) {
      if (!(error instanceof SoniError) || error.code !== "store.unavailable") throw error;
      await sleep(pause);
    }
  }
  await finish();
}

async function resultOf(
  state: DialogueState,
  action: PendingAction,
  known: { before: Awaited<ReturnType<Stages["ledger"]["begin"]>>; stages: Stages; tell: TellFailure },
): Promise<ActionResult> {
  const { before, stages, tell } = known;
  if (before?.status === "finished") return before.result;
  if (before?.status === "begun" && !action.request.idempotent) {
    return {
      ok: false,
      code: "action.outcome_unknown",
      message: `'${action.request.action}' was interrupted; whether it took effect is not known.`,
      attempts: 0,
      milliseconds: 0,
    };
  }
  const { conversationId, session, turn, turnCount } = state;
  const messageId = turn?.message.messageId ?? null;
  return runAction({ request: action.request, conversationId, messageId, session, tell, turn: turnCount }, stages);
}
