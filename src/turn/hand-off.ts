import type { ActionRequest, ActionResult } from "../engine/assistant/action.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import { refuseAll } from "../engine/commands/execute.ts";
import { describe } from "../engine/describe.ts";
import { topFrame } from "../engine/flow/frames.ts";
import { moment } from "../engine/flow/moment.ts";
import { record } from "../engine/flow/record.ts";
import { slotsOf } from "../engine/flow/slots.ts";
import { note } from "../engine/flow/tasks.ts";
import { transition } from "../engine/flow/transitions.ts";
import type { TurnContext } from "../engine/flow/turn-context.ts";
import { pattern } from "../engine/flow/values.ts";
import type { FlowId } from "../engine/ids.ts";
import type { Json } from "../engine/json.ts";
import { maskSaid } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { fail } from "../engine/steps/fail.ts";
import { changeTurn, withOutcomes } from "./stages.ts";

const noRetry = { attempts: 1, backoff: "none", delay: 0 } as const;
const timeout = 30_000;

/** Whom to hand over for: a step that cannot go on, or nobody in particular (the user asked for a person). */
export interface HandoffWish {
  readonly reason: string | null;
  readonly queue: string | null;
  readonly flowId: FlowId | null;
  /** The place of a handoff step. */
  readonly place: string | null;
}

/** Asks for the configured handoff action to be run; without one there is nobody to hand over to. */
export function startHandoff(work: Change, context: TurnContext, wish: HandoffWish): Change {
  const { action: name, queue } = context.assistant.patterns.handoff;
  const contract = name === undefined ? undefined : context.assistant.actions.get(name);
  if (contract === undefined) return handoffFailed(work, context, wish);
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
    place: wish.place,
    reason: wish.reason,
    queue: wish.queue ?? queue ?? null,
  } as const;
  return { ...work, state: changeTurn(acting, { action: { purpose, request, result: null } }) };
}

/**
 * Before the assistant gives up it asks: yes hands the conversation over, no goes on. Null with nobody to hand over to.
 * The question is open until something else is done.
 */
export function offerPerson(work: Change, { assistant }: TurnContext, reason: string): Change | null {
  const { action: name } = assistant.patterns.handoff;
  const contract = name === undefined ? undefined : assistant.actions.get(name);
  if (contract === undefined) return null;
  const option = { label: describe(contract), command: { type: "human_handoff", reason } } as const;
  return { ...work, state: { ...work.state, pending: { kind: "choice", options: [option] } } };
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
  work: Change,
  context: TurnContext,
  done: HandoffWish & { result: ActionResult },
): Change {
  if (!done.result.ok) return handoffFailed(work, context, done);
  // What else the message said is left to the person.
  const rest = refuseAll(work.state, work.state.turn?.queue ?? [], { context, code: "conversation.handed_off" });
  const state = changeTurn(rest, { queue: [], runOnly: null });
  const handoff = { reason: done.reason, queue: done.queue, since: context.now };
  const held = record(
    { ...state, metadata: { ...state.metadata, handoff } },
    { type: "handed_off", reason: done.reason },
  );
  return withOutcomes({ ...work, state: noted(held, done, true) }, [pattern("handed_off")]);
}

/** The step goes on, or fails, when it is next run. */
const noted = (state: DialogueState, { flowId, place }: HandoffWish, ok: boolean): DialogueState =>
  flowId === null || place === null ? state : note(state, flowId, place, { kind: "handed_off", ok });

function handoffFailed(work: Change, context: TurnContext, wish: HandoffWish): Change {
  const told = withOutcomes(work, [pattern("handoff_unavailable")]);
  if (wish.flowId === null) return told;
  if (wish.place !== null) return { ...told, state: noted(told.state, wish, false) };
  return { ...told, state: fail(told.state, context, { code: "handoff.unavailable", message: "" }) };
}
