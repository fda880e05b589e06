import { type Entered, type Entering, enter } from "../flow/enter.ts";
import { instanceLabels, instanceOf } from "../flow/instances.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { sensitiveSlots } from "../secrets/mask.ts";
import type { Change } from "../state/change.ts";
import type { ChoiceOption, DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, decidedOn, refuse, undecided } from "./command-next.ts";

type EnteringCommand = CommandOf<"start_flow" | "resume_flow" | "restart_flow">;

/**
 * Makes a task active for a command, or says why not. Of a full stack the project's strategy decides, or the user: the answer is
 * the same command again, with the task that is given up.
 */
export function admit(
  state: DialogueState,
  { context, decided }: CommandGiven,
  { command, wanted }: { readonly command: EnteringCommand; readonly wanted: Entering },
): Extract<Entered, { readonly kind: "entered" }> | { readonly change: Change<CommandNext> } {
  const decision = decidedOn(decided, "stack_limit")?.decision ?? null;
  const entered = enter(state, context, { ...wanted, decision, drop: command.drop });
  switch (entered.kind) {
    case "refused":
      return { change: refuse(state, entered.code, entered.say) };
    case "crowded": {
      const { groups, limit } = entered;
      const strategy = context.assistant.settings.flowManagement.onLimitReached;
      return { change: undecided(state, { on: "stack_limit", strategy, groups, limit }) };
    }
    case "ask": {
      const pending = {
        kind: "choice",
        options: optionsOf(entered, command, context),
        asks: "drop",
        turn: state.turnCount,
      } as const;
      return { change: { state: { ...entered.state, pending }, say: entered.say } };
    }
    default:
      return entered;
  }
}

/** The command once more for each task that can be given up for it. */
function optionsOf(
  { state, groups }: Extract<Entered, { readonly kind: "ask" }>,
  command: EnteringCommand,
  context: TurnContext,
): readonly ChoiceOption[] {
  const instances = groups.map(({ root }) => instanceOf(state, root));
  const labels = instanceLabels(context, instances);
  return instances.map(({ flow, flowId }, index) => ({
    label: labels[index] ?? flow,
    command: { ...withoutSecrets(command, context), drop: flowId },
  }));
}

/** An option is shown to the user's device: nothing sensitive waits in it, and nothing that only the program may give. */
function withoutSecrets(command: EnteringCommand, { assistant }: TurnContext): EnteringCommand {
  if (command.type !== "start_flow") return command;
  const { slots = {}, inputs: _, ...rest } = command;
  const plain = Object.entries(slots).filter(([name]) => !sensitiveSlots(assistant).has(name));
  return plain.length === 0 ? rest : { ...rest, slots: Object.fromEntries(plain) };
}
