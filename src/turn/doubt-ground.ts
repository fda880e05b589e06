import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Flow } from "../engine/assistant/flow.ts";
import type { Command } from "../engine/commands/command.ts";
import { currentStep } from "../engine/flow/cursor.ts";
import { activeGroup, topFrame } from "../engine/flow/frames.ts";
import { slotTarget } from "../engine/flow/slot-target.ts";
import { isFilled, slotValue } from "../engine/flow/slots.ts";
import { isInTask } from "../engine/flow/tasks.ts";
import { isSensitive } from "../engine/secrets/mask.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Cost, Ground, SlotCommand } from "./doubt.ts";
import { contextOf, type Stages } from "./stages.ts";

/** The conversation as the decision about doubts sees it. */
export function doubtGround(state: DialogueState, stages: Pick<Stages, "assistant">): Ground {
  const { assistant } = stages;
  const { pending } = state;
  const context = contextOf(state, stages);
  const active = activeGroup(state);
  const target = (command: SlotCommand) => {
    const found = slotTarget(state, context, command);
    return found.found ? found : null;
  };
  return {
    caution: assistant.settings.understanding.caution,
    isAsking: pending !== null,
    awaited: pending?.kind === "slot" || pending?.kind === "choice" ? (pending.slot ?? null) : null,
    isConfirming: pending?.kind === "confirmation",
    costOf: (command) => costOf(command, state, assistant),
    placeOf(command, started) {
      const found = target(command);
      const isNamed = command.flow !== undefined && started.includes(command.flow);
      const isActive = found !== null && active !== null && isInTask(found.cell.flowId, active.root.flowId) && !isNamed;
      if (isActive) return "active";
      return started.some((flow) => assistant.flows.get(flow)?.owned.has(command.slot)) ? "started" : "elsewhere";
    },
    isShowable(command) {
      const found = target(command);
      return found !== null && !isSensitive(found.slot) && !isFromList(state, assistant, command.slot);
    },
    isFilled(command) {
      const found = target(command);
      return found !== null && isFilled(slotValue(state, found.frame.flowId, found.slot.name));
    },
    doubted: state.metadata.doubted ?? [],
  };
}

/** The list is shown with the question anyway. */
function isFromList(state: DialogueState, assistant: Assistant, slot: string): boolean {
  const top = topFrame(state);
  const step = top === null ? null : currentStep(assistant, top);
  return step?.type === "collect" && step.slot === slot && step.from !== undefined;
}

function costOf(command: Command, state: DialogueState, assistant: Assistant): Cost {
  switch (command.type) {
    case "affirm":
      return state.pending?.kind === "confirmation" || state.pending?.kind === "cancel_confirmation"
        ? "costly"
        : "usual";
    case "cancel_flow":
      // The user is asked in any case.
      return assistant.patterns.cancellation.confirm ? "usual" : "costly";
    case "restart_flow":
    case "human_handoff":
      return "costly";
    case "set_slot":
    case "correct_slot": {
      const flows = activeGroup(state)?.frames.map(({ flow }) => assistant.flows.get(flow)) ?? [];
      return flows.some((flow) => flow !== undefined && slotsOfEffects(flow, assistant).has(command.slot))
        ? "effect"
        : "usual";
    }
    default:
      return "usual";
  }
}

const known = new WeakMap<Flow, ReadonlySet<string>>();

/** Slots that actions take which change the world: those that say so, and those after a confirmation. */
function slotsOfEffects(flow: Flow, assistant: Assistant): ReadonlySet<string> {
  const cached = known.get(flow);
  if (cached !== undefined) return cached;
  const slots = new Set<string>();
  let isConfirmed = false;
  for (const step of flow.steps.values()) {
    if (step.type === "confirm") isConfirmed = true;
    if (step.type !== "action" || !(isConfirmed || assistant.actions.get(step.call)?.effect === true)) continue;
    for (const slot of step.reads) slots.add(slot);
  }
  known.set(flow, slots);
  return slots;
}
