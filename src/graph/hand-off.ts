import type { ActionRequest, ActionResult } from "../domain/action.ts";
import type { Assistant } from "../domain/assistant.ts";
import type { FlowId } from "../domain/ids.ts";
import type { Json } from "../domain/json.ts";
import { maskSaid } from "../domain/secrets/redact-turn.ts";
import type { DialogueState } from "../domain/state.ts";
import { refuseAll } from "../execute/execute.ts";
import { currentStep } from "../flow/current-step.ts";
import { completeStep } from "../flow/cursor.ts";
import { frameOf, topFrame } from "../flow/frames.ts";
import { moment } from "../flow/moment.ts";
import { record } from "../flow/record.ts";
import { slotsOf } from "../flow/slots.ts";
import { transition } from "../flow/transitions.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { pattern } from "../flow/values.ts";
import { fail } from "../steps/fail.ts";
import { changeTurn, type Work, withOutcomes } from "./work.ts";

const noRetry = { attempts: 1, backoff: "none", delay: 0 } as const;
const timeout = 30_000;

/** Whom to hand over for: a step that cannot go on, or nobody in particular (the user asked for a person). */
export interface HandoffWish {
  readonly reason: string | null;
  readonly queue: string | null;
  readonly flowId: FlowId | null;
}

/** Asks for the configured handoff action to be run; without one there is nobody to hand over to. */
export function startHandoff(work: Work, context: TurnContext, wish: HandoffWish): Work {
  const { action: name, queue } = context.assistant.patterns.handoff;
  const contract = name === undefined ? undefined : context.assistant.actions.get(name);
  if (contract === undefined) return handoffFailed(work, context, wish.flowId);
  const { state } = work;
  const summary = summarise(state, { ...wish, queue: wish.queue ?? queue ?? null }, context.assistant);
  const input = Object.fromEntries(
    contract.inputs.flatMap(({ name: key }) => (summary[key] === undefined ? [] : [[key, summary[key]]])),
  );
  const request: ActionRequest = {
    action: contract.name,
    input,
    key: `${state.conversationId}:handoff:${state.turnCount}.${moment(context.now)}`,
    timeout,
    retry: noRetry,
    idempotent: contract.idempotent,
  };
  const acting = transition(state, "executing_action");
  const purpose = {
    kind: "handoff",
    flowId: wish.flowId,
    reason: wish.reason,
    queue: wish.queue ?? queue ?? null,
  } as const;
  return { ...work, state: changeTurn(acting, { action: { purpose, request, result: null } }) };
}

/** What a person needs to take over: by the names that the action's inputs may ask for. */
function summarise(state: DialogueState, wish: HandoffWish, assistant: Assistant): Readonly<Record<string, Json>> {
  const top = topFrame(state);
  return {
    reason: wish.reason === null ? null : maskSaid(state, wish.reason, assistant),
    queue: wish.queue,
    flow: top?.flow ?? null,
    slots: top === null ? {} : slotsOf(state, top.flowId),
    messages: state.messages.slice(-10).map(({ role, text }) => ({ role, text: maskSaid(state, text, assistant) })),
    conversation_id: state.conversationId,
    ...(top === null ? {} : slotsOf(state, top.flowId)),
  };
}

/** The person has the conversation: the assistant is silent until it is released. */
export function applyHandoffResult(
  work: Work,
  context: TurnContext,
  done: HandoffWish & { result: ActionResult },
): Work {
  if (!done.result.ok) return handoffFailed(work, context, done.flowId);
  // What else the message said is left to the person.
  const rest = refuseAll(work.state, work.state.turn?.queue ?? [], { context, code: "conversation.handed_off" });
  const state = changeTurn(rest, { queue: [], runOnly: null });
  const handoff = { reason: done.reason, queue: done.queue, since: context.now };
  const held = record(
    { ...state, metadata: { ...state.metadata, handoff } },
    { type: "handed_off", reason: done.reason },
  );
  const frame = done.flowId === null ? null : frameOf(held, done.flowId);
  const isHandoffStep = frame !== null && currentStep(context.assistant, frame)?.type === "handoff";
  const moved = frame !== null && isHandoffStep ? completeStep(held, context, { flowId: frame.flowId }) : held;
  return withOutcomes({ ...work, state: moved }, [pattern("handed_off")]);
}

function handoffFailed(work: Work, context: TurnContext, id: FlowId | null): Work {
  const told = withOutcomes(work, [pattern("handoff_unavailable")]);
  if (id === null) return told;
  return { ...told, state: fail(told.state, context, { code: "handoff.unavailable", message: "" }) };
}
