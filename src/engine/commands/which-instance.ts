import { equalJson } from "../flow/digest.ts";
import { type Instance, instanceLabels, slotInstances } from "../flow/instances.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import type { Change } from "../state/change.ts";
import type { ChoiceOption, DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandNext, done } from "./command-next.ts";

type SlotCommand = CommandOf<"set_slot" | "correct_slot" | "clear_slot" | "skip_slot">;

/**
 * Several paused tasks of one flow have the slot, and nothing says which is meant: the user is asked. Null: it is clear. What else
 * the message says about them waits for the same answer.
 */
export function askWhichInstance(
  state: DialogueState,
  context: TurnContext,
  command: SlotCommand,
): Change<CommandNext> | null {
  const all = slotInstances(state, context, command);
  if (all.length === 0) return null;
  const labels = instanceLabels(context, all);
  const options = all.map(
    ({ flowId }, index): ChoiceOption => ({ label: labels[index] ?? flowId, command: { ...command, flowId } }),
  );
  const waiting = optionsAbout(state, all);
  return done({
    ...state,
    pending: {
      kind: "choice",
      options:
        waiting === null
          ? options
          : waiting.map((option, index) => ({
              ...option,
              also: [...(option.also ?? []), ...options.slice(index, index + 1).map((each) => each.command)],
            })),
    },
  });
}

/** The options of the open question, if it is one about the slots of the same tasks. */
function optionsAbout({ pending }: DialogueState, all: readonly Instance[]): readonly ChoiceOption[] | null {
  const open = pending?.kind === "choice" ? pending.options : [];
  const tasks = open.map(({ command }) => ("slot" in command && "flowId" in command ? command.flowId : null));
  const isSame = equalJson(
    tasks,
    all.map(({ flowId }) => flowId),
  );
  return isSame ? open : null;
}
