import type { CommandOf } from "../domain/command.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { DialogueState, Frame } from "../domain/state.ts";
import type { PreparedCommand } from "../domain/validation.ts";
import { currentStep } from "../flow/current-step.ts";
import { activeGroup, frameOf, topFrame } from "../flow/frames.ts";
import { record } from "../flow/record.ts";
import { slotDefinition } from "../flow/slots.ts";
import { endFrames, pushFrame } from "../flow/stack.ts";
import { crowdedGroups, type StackLimitDecision } from "../flow/stack-limit.ts";
import { isStartable } from "../flow/startable.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutFlow, aboutScope, descriptionOf, pattern, words } from "../flow/values.ts";
import { changeSlot } from "./change-slot.ts";
import type { Decided, Undecided } from "./decision.ts";
import { done, type Effect, refuse } from "./effect.ts";

interface Given {
  readonly context: TurnContext;
  readonly checks: PreparedCommand["checks"];
  readonly decided?: Decided | undefined;
}

export function startFlow(state: DialogueState, command: CommandOf<"start_flow">, given: Given): Effect | Undecided {
  const { context } = given;
  const flow = context.assistant.flows.get(command.flow);
  const byApi = state.turn?.message.origin === "api";
  if (flow === undefined)
    return refuse(state, "flow.unknown", [pattern("flow_unavailable", aboutScope(state, context))]);
  if (!byApi && !isStartable(state, flow, context)) {
    return refuse(state, "flow.out_of_scope", [pattern("flow_unavailable", aboutScope(state, context))]);
  }
  const running = activeGroup(state)?.frames.findLast((frame) => frame.flow === flow.name);
  if (running !== undefined && command.newInstance !== true)
    return fillSlots(state, command, { ...given, frame: running });
  const top = topFrame(state);
  const step = top === null ? null : currentStep(context.assistant, top);
  if (top !== null && step !== null && "interruptible" in step && !step.interruptible) {
    const values = { flow_description: words(descriptionOf(context.assistant, top.flow)) };
    return refuse(state, "flow.not_interruptible", [pattern("flow_not_interruptible", values)]);
  }
  const { maxStackDepth: limit, onLimitReached: strategy } = context.assistant.settings.flowManagement;
  const groups = crowdedGroups(state, limit);
  const decision = given.decided?.on === "stack_limit" ? given.decided.decision : null;
  if (groups !== null && decision === null) return { needs: { on: "stack_limit", strategy, groups, limit } };
  const room = groups === null || decision === null ? { state, outcomes: [] } : makeRoom(state, context, decision);
  if (room === null) return refuse(state, "stack.limit_reached", [pattern("stack_limit", aboutFlow(flow))]);
  const pushed = pushFrame(room.state, context, { flow: flow.name, by: byApi ? "api" : "user", caller: null });
  const filled = fillSlots(pushed.state, command, { ...given, frame: pushed.frame });
  return { ...filled, outcomes: [...room.outcomes, ...filled.outcomes] };
}

/** Does as the stack-limit strategy decided; null: the new flow is rejected. */
function makeRoom(
  state: DialogueState,
  context: TurnContext,
  decision: StackLimitDecision,
): { state: DialogueState; outcomes: readonly Outcome[] } | null {
  if (decision.do === "reject") return null;
  const frames = decision.groups.flatMap((group) => group.frames);
  const ended = endFrames(state, context, { frames, flowState: "cancelled", now: context.now, reason: "stack limit" });
  const outcomes = decision.groups.map((group) =>
    pattern("oldest_cancelled", { flow_description: words(descriptionOf(context.assistant, group.root.flow)) }),
  );
  return { state: ended, outcomes };
}

/** Fills what the same message already told about the flow; a slot that cannot be filled does not stop the flow. */
function fillSlots(state: DialogueState, command: CommandOf<"start_flow">, given: Given & { frame: Frame }): Effect {
  const { context, checks } = given;
  const owned = context.assistant.flows.get(given.frame.flow)?.owned;
  const outcomes: Outcome[] = [];
  let now = state;
  for (const [name, raw] of Object.entries(command.slots ?? {})) {
    const frame = frameOf(now, given.frame.flowId) ?? given.frame;
    const slot = slotDefinition(context.assistant, frame, name);
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (slot === null || owned?.has(name) !== true || slot.setBy === "action" || check === undefined) {
      const code = slot === null ? "slot.unknown" : slot.setBy === "action" ? "slot.read_only" : "slot.not_in_scope";
      now = record(now, { type: "slot_rejected", slot: name, code });
      continue;
    }
    const changed = changeSlot(now, context, { frame, slot, check, raw });
    now = changed.state;
    outcomes.push(...changed.outcomes);
  }
  return done(now, outcomes);
}
