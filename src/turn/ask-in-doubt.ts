import type { Slot } from "../engine/assistant/slot.ts";
import type { Command, CommandOf } from "../engine/commands/command.ts";
import { askPlainly } from "../engine/flow/ask-plainly.ts";
import { equalJson } from "../engine/flow/digest.ts";
import { activeGroup, groupsOf, topFrame } from "../engine/flow/frames.ts";
import { inOrder, instanceLabels, instanceOf } from "../engine/flow/instances.ts";
import { markDigressed } from "../engine/flow/record.ts";
import { slotTarget } from "../engine/flow/slot-target.ts";
import { isFilled, slotDefinition, slotValue } from "../engine/flow/slots.ts";
import { isStartable } from "../engine/flow/startable.ts";
import { isInTask } from "../engine/flow/tasks.ts";
import { transition } from "../engine/flow/transitions.ts";
import { aboutSlot, pattern, words } from "../engine/flow/values.ts";
import { promptId } from "../engine/ids.ts";
import type { Json } from "../engine/json.ts";
import { isSensitive } from "../engine/secrets/mask.ts";
import type { Change } from "../engine/state/change.ts";
import { type Outcome, ofSlot } from "../engine/state/outcome.ts";
import type { ChoiceOption, DialogueState, OpenDoubt } from "../engine/state/state.ts";
import { optionLabel } from "../respond/option-label.ts";
import { contextOf, type TurnStages, withOutcomes } from "./stages.ts";
import { prepareCommand } from "./values/prepare-command.ts";

/**
 * The commands of the message have run: now its doubts are asked about. What is offered was read in the same way as a value that
 * is taken, and fits what the message has changed.
 */
export async function askInDoubt(work: Change, stages: TurnStages): Promise<Change> {
  const { state: before } = work;
  if (before.turn?.doubt === undefined) return work;
  const { doubt, ...turn } = before.turn;
  const state = awake({ ...before, turn });
  const told = withOutcomes({ ...work, state }, echoes(state, doubt, stages));
  if (state.metadata.handoff !== null) return told;
  if (doubt.again !== null) return askAgain(told, doubt.again, stages);
  switch (doubt.ask?.about) {
    case "value":
      return askValue(told, doubt.ask.commands, stages);
    case "meaning":
      return askMeaning(told, doubt.ask.commands, stages);
    default:
      return told;
  }
}

/** A task that ran before the question may rest already. */
const awake = (state: DialogueState): DialogueState =>
  state.conversationState === "waiting_for_slot" || state.conversationState === "confirming"
    ? transition(state, "understanding")
    : state;

type SlotCommand = CommandOf<"set_slot" | "correct_slot">;

/** "Friday 20 November, got it": what was taken in spite of some doubt. */
function echoes(state: DialogueState, { echo }: OpenDoubt, stages: TurnStages): readonly Outcome[] {
  const done = state.turn?.commands.filter(({ result }) => result === "done") ?? [];
  return echo.flatMap((command): Outcome[] => {
    const isDone = done.some((each) => equalJson(each.command as never, command as never));
    const target = isDone ? slotTarget(state, contextOf(state, stages), { ...command, type: "set_slot" }) : null;
    if (target?.found !== true || isSensitive(target.slot)) return [];
    const value = slotValue(state, target.frame.flowId, target.slot.name);
    const shown = words(valueLabel(target.slot, value, { state, stages }));
    return isFilled(value) ? [pattern("value_noted", { ...aboutSlot(target.slot), value: shown })] : [];
  });
}

/** What was open stays open, or the slot is asked for in plain words. It is no unclear answer. */
function askAgain(work: Change, { slot }: { readonly slot?: string }, stages: TurnStages): Change {
  const state = markDigressed(work.state);
  const asked = slot === undefined || isBehindQuestion(state, slot) ? state : askPlainly(state, stages, slot);
  return withOutcomes({ ...work, state: asked }, [pattern("not_sure")]);
}

/** The flow has its value, and waits for the answer to another question before it goes on. */
function isBehindQuestion(state: DialogueState, slot: string): boolean {
  const top = topFrame(state);
  const { pending } = state;
  if (top === null || pending === null || pending.kind === "slot") return false;
  return isFilled(slotValue(state, top.flowId, slot));
}

async function askValue(work: Change, commands: readonly Command[], stages: TurnStages): Promise<Change> {
  const { state } = work;
  const values = commands.filter((command): command is SlotCommand => "value" in command);
  const [first] = values;
  if (first === undefined) return work;
  const options: ChoiceOption[] = [];
  for (const command of values) {
    const option = await valueOption(state, command, stages);
    if (option !== null && !options.some((other) => equalJson(other.command as never, option.command as never)))
      options.push(option);
  }
  if (options.length > 0)
    return {
      ...work,
      state: {
        ...markDigressed(state),
        pending: { kind: "choice", slot: first.slot, options, asks: "value", turn: state.turnCount },
      },
    };
  // Nothing that it may mean can be taken.
  return askAgain(work, isOfActive(state, first, stages) ? { slot: first.slot } : {}, stages);
}

/** The task is still the active one. */
function isOfActive(state: DialogueState, command: SlotCommand, stages: TurnStages): boolean {
  const target = slotTarget(state, contextOf(state, stages), command);
  const active = activeGroup(state);
  return target.found && active !== null && isInTask(target.cell.flowId, active.root.flowId);
}

async function valueOption(
  state: DialogueState,
  command: SlotCommand,
  stages: TurnStages,
): Promise<ChoiceOption | null> {
  const context = contextOf(state, stages);
  const target = slotTarget(state, context, command);
  if (!target.found || !isOfActive(state, command, stages)) return null;
  const { slot, frame } = target;
  const { checks } = await prepareCommand(state, command, { ...stages, context });
  const check = Object.hasOwn(checks, slot.name) ? checks[slot.name] : undefined;
  if (check?.ok !== true || check.page !== undefined) return null;
  const held = target.ended === undefined ? slotValue(state, frame.flowId, slot.name) : target.ended.value;
  if (equalJson(held, check.value)) return null;
  // A type of the project reads words, and may not read what it made of them.
  const value = slot.own === undefined ? check.value : command.value;
  return { label: valueLabel(slot, value, { state, stages }), command: { ...command, value } };
}

interface Saying {
  readonly state: DialogueState;
  readonly stages: TurnStages;
}

const valueLabel = (slot: Slot, value: Json, saying: Saying): string =>
  optionLabel({ kind: "value", value: ofSlot(slot, value) }, wordingOf(saying));

const wordingOf = ({ state, stages: { assistant } }: Saying) => ({
  assistant,
  language: state.metadata.language ?? assistant.settings.language,
  timezone: assistant.settings.timezone,
  seed: state.conversationId,
  turn: state.turnCount,
});

/** A wish or an act beside what it may be instead. To cancel has a question of its own. */
async function askMeaning(work: Change, commands: readonly Command[], stages: TurnStages): Promise<Change> {
  const { state } = work;
  const options: ChoiceOption[] = [];
  for (const command of commands) {
    const option = await meaningOption(state, command, stages);
    // What looks the same is one option: the likeliest of them.
    if (option !== null && !options.some(({ label }) => label === option.label)) options.push(option);
  }
  const [only, ...others] = options;
  if (only === undefined) return askAgain(work, {}, stages);
  const turn = state.turnCount;
  const pending =
    others.length === 0 && only.command.type === "cancel_flow"
      ? ({ kind: "cancel_confirmation", promptId: promptId(""), turn } as const)
      : ({ kind: "choice", options, asks: "meaning", turn } as const);
  return { ...work, state: { ...markDigressed(state), pending } };
}

/** Of several tasks, the label of the one that is named. */
function instanceLabel(
  state: DialogueState,
  { flowId }: { readonly flowId?: string | undefined },
  stages: TurnStages,
): string | undefined {
  if (flowId === undefined) return undefined;
  const all = inOrder(groupsOf(state).map(({ root }) => instanceOf(state, root)));
  const place = all.findIndex((each) => isInTask(each.flowId, flowId));
  return instanceLabels(stages, all)[place];
}

async function meaningOption(state: DialogueState, command: Command, stages: TurnStages): Promise<ChoiceOption | null> {
  const { assistant } = stages;
  const context = contextOf(state, stages);
  const saying = { state, stages };
  const active = activeGroup(state);
  const flow = active === null ? undefined : assistant.flows.get(active.root.flow);
  const labelled = (kind: "cancel" | "restart" | "undo" | "handoff", needsFlow: boolean): ChoiceOption | null =>
    needsFlow && flow === undefined
      ? null
      : { label: optionLabel({ kind: "act", act: kind, flow, slot: undefined }, wordingOf(saying)), command };
  switch (command.type) {
    case "start_flow": {
      const started = assistant.flows.get(command.flow);
      const isPossible = started !== undefined && isStartable(state, started, context);
      return isPossible ? { label: optionLabel({ kind: "flow", flow: started }, wordingOf(saying)), command } : null;
    }
    case "resume_flow": {
      const paused = command.flow === undefined ? undefined : assistant.flows.get(command.flow);
      if (paused === undefined) return null;
      const label = optionLabel({ kind: "flow", flow: paused }, wordingOf(saying));
      return { label: instanceLabel(state, command, stages) ?? label, command };
    }
    case "set_slot":
    case "correct_slot": {
      const target = slotTarget(state, context, command);
      const option = await valueOption(state, command, stages);
      if (option === null || !target.found || isSensitive(target.slot)) return null;
      const said = { kind: "slot", slot: target.slot, value: option.label } as const;
      return { ...option, label: optionLabel(said, wordingOf(saying)) };
    }
    case "clear_slot":
    case "skip_slot": {
      const top = active?.frames.at(-1);
      const slot = top === undefined ? null : slotDefinition(assistant, top, command.slot);
      if (slot === null) return null;
      const act = command.type === "skip_slot" ? "skip" : "clear";
      return { label: optionLabel({ kind: "act", act, flow, slot }, wordingOf(saying)), command };
    }
    case "cancel_flow":
      return labelled("cancel", true);
    case "restart_flow":
      return labelled("restart", true);
    case "undo":
      return labelled("undo", true);
    case "human_handoff":
      return labelled("handoff", false);
    default:
      return null;
  }
}
