import type { Assistant } from "../assistant/assistant.ts";
import type { FlowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSensitive } from "../secrets/mask.ts";
import type { ArchivedFrame, DialogueState, Frame } from "../state/state.ts";
import { equalJson } from "./digest.ts";
import { activeGroup, type Group, groupsOf } from "./frames.ts";
import { type FoundSlot, slotTarget, type WantedSlot } from "./slot-target.ts";
import { isFilled, slotsOf, slotValue } from "./slots.ts";
import { isInTask, taskIdOf } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";
import { flowLabelOf } from "./values.ts";

/** A task among others that have to be told apart. */
export interface Instance {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly slots: JsonObject;
}

export const instanceOf = (state: DialogueState, { flowId, flow }: Frame): Instance => ({
  flowId,
  flow,
  slots: slotsOf(state, flowId),
});

/** One that a timeout put aside. */
export const archivedInstance = ({ flowId, flow, resume }: ArchivedFrame): Instance => ({
  flowId,
  flow,
  slots: resume?.slots[flowId] ?? {},
});

/** The one that was begun first comes first, whichever was left last. */
export const inOrder = (all: readonly Instance[]): readonly Instance[] =>
  all.toSorted((one, other) => numberOf(one) - numberOf(other));

const numberOf = ({ flowId }: Instance): number => Number(taskIdOf(flowId).split("_").at(-1));

/** Values in a label: enough to recognise a task, and short enough for a button. */
const mostValues = 4;
const longestValue = 40;

/**
 * What each of them is called: the label of its flow, and for several of one flow the values in which they differ. Two that
 * do not differ get a number.
 */
export function instanceLabels(
  { assistant }: Pick<TurnContext, "assistant">,
  all: readonly Instance[],
): readonly string[] {
  const labels = all.map((one) => {
    const values = differingValues(
      assistant,
      one,
      all.filter(({ flow }) => flow === one.flow),
    );
    const label = flowLabelOf(assistant, one.flow);
    return values.length === 0 ? label : `${label}: ${values.join(", ")}`;
  });
  return labels.map((label, index) => {
    const same = labels.flatMap((other, place) => (other === label ? [place] : []));
    return same.length === 1 ? label : `${label} (${same.indexOf(index) + 1})`;
  });
}

function differingValues(assistant: Assistant, one: Instance, others: readonly Instance[]): readonly string[] {
  const slots = [...(assistant.flows.get(one.flow)?.slots.values() ?? [])];
  return slots
    .filter((slot) => !isSensitive(slot))
    .flatMap(({ name }) => {
      const value = one.slots[name] ?? null;
      const differs = others.some((other) => !equalJson(other.slots[name] ?? null, value));
      return differs && isPlain(value) ? [clipped(String(value))] : [];
    })
    .slice(0, mostValues);
}

/** A list or an object is too much for a label. */
const isPlain = (value: Json): boolean => value !== null && value !== "" && typeof value !== "object";

const clipped = (text: string): string => (text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);

/**
 * The paused tasks among which a command must name one: each has a flow of the same name with that slot. The active task is meant
 * wherever it has such a slot, so nothing has to be named then.
 */
export function slotInstances(state: DialogueState, context: TurnContext, wanted: WantedSlot): readonly Instance[] {
  if (wanted.flowId !== undefined) return [];
  const target = slotTarget(state, context, wanted);
  const active = activeGroup(state);
  // Choices are shown on the user's device: a secret waits in none of them.
  if (!target.found || target.ended !== undefined || active === null || isSensitive(target.slot)) return [];
  if (isInTask(target.frame.flowId, active.root.flowId)) return [];
  const fitting = groupsOf(state)
    .slice(0, -1)
    .filter((group) => hasSlot(state, group, target));
  return fitting.length < 2 ? [] : fitting.map(({ root }) => instanceOf(state, root));
}

/** A correction of a value that is there means none that has no value. */
const hasSlot = (state: DialogueState, { frames }: Group, { frame, slot, isCorrection }: FoundSlot): boolean =>
  frames.some(
    ({ flowId, flow }) =>
      flow === frame.flow &&
      (isCorrection !== true ||
        !isFilled(slotValue(state, frame.flowId, slot.name)) ||
        isFilled(slotValue(state, flowId, slot.name))),
  );
