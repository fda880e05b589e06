import { expect } from "vitest";
import type { Assistant } from "../../src/engine/assistant/assistant.ts";
import { taskIdOf } from "../../src/engine/flow/tasks.ts";
import { flowId } from "../../src/engine/ids.ts";
import { conforms } from "../../src/engine/slot-types/slot-types.ts";
import { fromStoredForm } from "../../src/engine/state/read-stored-form.ts";
import type { DialogueState, Frame } from "../../src/engine/state/state.ts";
import { toStoredForm } from "../../src/engine/state/stored-form.ts";
import { knownCities } from "./adversarial-assistant.ts";
import type { Call } from "./conversation-machine.ts";

/** What must hold after every turn, whatever was commanded. */
export function checkInvariants(state: DialogueState, assistant: Assistant): void {
  checkRest(state);
  checkStack(state, assistant);
  checkSlots(state, assistant);
  expect(fromStoredForm(JSON.parse(JSON.stringify(toStoredForm(state))))).toEqual(state);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
}

/** Between turns the conversation rests in what it waits for, or with the person who has it. */
function checkRest(state: DialogueState): void {
  const waiting = {
    slot: "waiting_for_slot",
    choice: "waiting_for_slot",
    change: "waiting_for_slot",
    confirmation: "confirming",
    cancel_confirmation: "confirming",
  };
  expect(state.turn).toBeNull();
  const resting = state.pending === null ? "idle" : waiting[state.pending.kind];
  expect(state.conversationState).toBe(state.metadata.handoff === null ? resting : "handed_off");
  if (state.flowStack.length > 0 && state.metadata.handoff === null) expect(state.pending).not.toBeNull();
  const messages = state.last?.reply.messages ?? [];
  const questions = state.last?.reply.events.filter((event) => event.type === "confirmation_asked").length ?? 0;
  expect(messages.length).toBeGreaterThanOrEqual(Math.min(1, questions));
}

function checkStack(state: DialogueState, assistant: Assistant): void {
  const { flowStack } = state;
  expect(new Set(flowStack.map((frame) => frame.flowId)).size).toBe(flowStack.length);
  expect(flowStack.filter((frame) => frame.caller === null).length).toBeLessThanOrEqual(
    assistant.settings.flowManagement.maxStackDepth,
  );
  flowStack.forEach((frame, index) => {
    const flow = assistant.flows.get(frame.flow);
    expect(frame.flowState).toBe(index === flowStack.length - 1 ? "active" : "paused");
    expect(frame.step === null || flow?.steps.has(frame.step)).toBe(true);
    for (const step of frame.executed) expect(flow?.steps.has(step)).toBe(true);
    // A called frame lies directly on its caller; a flow without a trigger is never anything else.
    if (frame.caller === null) expect(flow?.trigger).toBeDefined();
    else expect(flowStack[index - 1]?.flowId).toBe(frame.caller);
    expect(frame.flow).not.toBe("hidden_transfer");
    expect(frame.flow).not.toBe("blocked");
  });
}

function checkSlots(state: DialogueState, assistant: Assistant): void {
  // Slots of a flow that was linked from stay with the task.
  const live = state.flowStack.map(({ flowId: id }) => taskIdOf(id) as string);
  const kept = Object.keys(state.flowSlots).map((id) => taskIdOf(flowId(id)) as string);
  expect(live).toEqual(expect.arrayContaining(kept));
  expect(live.toSorted()).toEqual(expect.arrayContaining(Object.keys(state.tasks)));
  for (const frame of state.flowStack) {
    for (const [name, value] of Object.entries(state.flowSlots[frame.flowId] ?? {})) {
      const slot = assistant.flows.get(frame.flow)?.slots.get(name);
      const provenance = state.provenance[frame.flowId]?.[name];
      expect(slot, name).toBeDefined();
      expect(provenance, `${name} has no provenance`).toBeDefined();
      if (slot === undefined || provenance === undefined) continue;
      expect(conforms(slot, value), `${name}=${JSON.stringify(value)}`).toBe(true);
      if (provenance.by === "user") checkUserValue(assistant, frame, { name, value });
    }
  }
}

function checkUserValue(assistant: Assistant, frame: Frame, given: { name: string; value: unknown }): void {
  const flow = assistant.flows.get(frame.flow);
  expect(flow?.owned.has(given.name), given.name).toBe(true);
  expect(flow?.slots.get(given.name)?.setBy).toBe("user");
  if (given.name === "city") expect(knownCities).toContain(given.value);
}

/** Money moves only behind a prompt that was shown in an earlier turn and affirmed in this one. */
export function checkCalls(before: DialogueState, after: DialogueState, calls: readonly Call[]): void {
  const payments = calls.filter((call) => call.action === "pay");
  if (payments.length === 0) return;
  expect(payments.length).toBe(1);
  expect(before.pending?.kind).toBe("confirmation");
  const affirmed =
    after.last?.reply.commands.filter(({ command, result }) => command.type === "affirm" && result === "done") ?? [];
  expect(affirmed.length).toBe(1);
  const frame = before.flowStack.at(-1);
  expect(frame?.flow).toBe("buy");
  expect(payments[0]?.input["amount"]).toBe(
    frame === undefined ? undefined : before.flowSlots[frame.flowId]?.["amount"],
  );
}
