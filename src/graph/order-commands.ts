import type { Command } from "../domain/command.ts";
import type { DialogueState } from "../domain/state.ts";
import { ownerOf } from "../flow/frames.ts";
import type { Stages } from "./stages.ts";

/**
 * A value may be named before the flow it belongs to ("to Paris, book me a flight"): such a slot waits until its flow
 * has started. Everything else keeps its order.
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
  return [...ordered, ...waiting];
}

const startsLater = (slot: string, later: readonly Command[], stages: Pick<Stages, "assistant">): boolean =>
  later.some(
    (command) => command.type === "start_flow" && stages.assistant.flows.get(command.flow)?.owned.has(slot) === true,
  );
