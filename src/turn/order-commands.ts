import type { Command } from "../engine/commands/command.ts";
import { activeGroup, ownerOf } from "../engine/flow/frames.ts";
import { isFilled, slotValue } from "../engine/flow/slots.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Stages } from "./stages.ts";

/**
 * A value may be named before the flow it belongs to ("to Paris, book me a flight"): such a slot waits until its flow
 * has started. While a confirmation is open, values for the task come before the yes, so that it counts only if the same
 * would be shown with them. Everything else keeps its order.
 */
export function orderCommands(
  state: DialogueState,
  commands: readonly Command[],
  stages: Pick<Stages, "assistant">,
): readonly Command[] {
  const ordered: Command[] = [];
  let waiting: Command[] = [];
  commands.forEach((command, index) => {
    const isSlot = command.type === "set_slot" || command.type === "correct_slot";
    if (
      isSlot &&
      ownerOf(state, stages.assistant, command) === null &&
      startsLater(command.slot, commands.slice(index + 1), stages)
    ) {
      waiting.push(command);
      return;
    }
    ordered.push(command);
    if (command.type !== "start_flow") return;
    const owned = stages.assistant.flows.get(command.flow)?.owned;
    const belongs = (held: Command): boolean =>
      "slot" in held && held.slot !== undefined && owned?.has(held.slot) === true;
    ordered.push(...waiting.filter(belongs));
    waiting = waiting.filter((held) => !belongs(held));
  });
  return valuesBeforeYes(state, [...ordered, ...waiting], stages);
}

const startsLater = (slot: string, later: readonly Command[], stages: Pick<Stages, "assistant">): boolean =>
  later.some(
    (command) => command.type === "start_flow" && stages.assistant.flows.get(command.flow)?.owned.has(slot) === true,
  );

function valuesBeforeYes(
  state: DialogueState,
  commands: readonly Command[],
  stages: Pick<Stages, "assistant">,
): readonly Command[] {
  if (state.pending?.kind !== "confirmation" || !commands.some(({ type }) => type === "affirm")) return commands;
  const running = new Set(activeGroup(state)?.frames.map(({ flow }) => flow));
  const started = new Set<string>();
  // A value for a task that is named is not one for a flow that the message starts.
  const isForStarted = ({ slot, flowId }: { readonly slot: string; readonly flowId?: string }): boolean =>
    flowId === undefined && [...started].some((flow) => stages.assistant.flows.get(flow)?.owned.has(slot) === true);
  const isValue = (command: Command): boolean => {
    switch (command.type) {
      case "correct_slot":
        // It means the value that is there, whatever else the message starts.
        if (isHeld(state, command.slot)) return true;
        return !isForStarted(command);
      case "set_slot":
      case "clear_slot":
      case "skip_slot":
        // A value for a flow that the same message starts waits for it.
        return !isForStarted(command);
      case "start_flow":
        if (running.has(command.flow) && command.newInstance !== true) return true;
        started.add(command.flow);
        return false;
      default:
        return false;
    }
  };
  const values = commands.filter(isValue);
  return [...values, ...commands.filter((command) => !values.includes(command))];
}

const isHeld = (state: DialogueState, slot: string): boolean =>
  activeGroup(state)?.frames.some(({ flowId }) => isFilled(slotValue(state, flowId, slot))) === true;
