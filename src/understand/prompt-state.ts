import { hidden } from "../engine/assistant/slot.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { SlotTypeDefinition } from "../engine/slot-types/slot-type.ts";
import { slotTypes } from "../engine/slot-types/slot-types.ts";
import { instancesToTell } from "./scope.ts";
import type { FlowInScope, SlotInScope, UnderstandingContext } from "./understander.ts";
import type { PromptVocabulary } from "./vocabulary.ts";

/**
 * The situation as the model sees it; only what the answer may depend on, so that equal situations look equal. Where the slots of all
 * flows are told before, the flows that are going on are only named.
 */
export const stateOf = (context: UnderstandingContext, { isSmall, startable }: PromptVocabulary): JsonObject => {
  const { active, known, paused, flows } = context;
  const possible = new Set(flows.map(({ name }) => name));
  const impossible = startable.map(({ name }) => name).filter((name) => !possible.has(name));
  return {
    awaiting: awaitingOf(context),
    conversation_state: context.conversationState,
    active_flow: active === null ? null : isSmall ? { name: active.name, values: known } : describeFlow(active, known),
    paused_flows: paused.map((flow) => (isSmall ? flow.name : describeFlow(flow, {}))),
    ...openTasks(context),
    // Of a large assistant only the likely flows are told, and those can be started.
    ...(impossible.length === 0 || !isSmall ? {} : { cannot_start_now: impossible }),
    language: context.language,
    ...timeOf(context),
  };
};

/** Where a flow is open more than once, commands name one of the tasks. */
const openTasks = (context: UnderstandingContext): JsonObject => {
  const instances = instancesToTell(context);
  if (instances.length === 0) return {};
  return {
    open_tasks: instances.map(({ flowId, flow, label, active }) => ({
      flowId,
      flow,
      about: label,
      ...(active ? { active } : {}),
    })),
  };
};

export const timeOf = ({ now, timezone }: UnderstandingContext): JsonObject => {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    today: `${part("year")}-${part("month")}-${part("day")} ${part("weekday")}`,
    time: `${part("hour")}:${part("minute")}`,
    timezone,
  };
};

const awaitingOf = ({ awaiting }: UnderstandingContext): JsonObject => {
  switch (awaiting.kind) {
    case "slot":
      return { kind: "slot", slot: awaiting.slot };
    case "choice":
      return {
        kind: "choice",
        ...(awaiting.slot === undefined ? {} : { slot: awaiting.slot }),
        options: awaiting.options.map((option, index) => ({
          option: index + 1,
          label: option.secret === true ? hidden : option.label,
        })),
      };
    default:
      return { kind: awaiting.kind };
  }
};

export const describeFlow = (flow: FlowInScope, known: JsonObject): JsonObject => ({
  name: flow.name,
  description: flow.description,
  slots: flow.slots.map((slot) => describeSlot(slot, Object.hasOwn(known, slot.name) ? known[slot.name] : undefined)),
});

export const describeSlot = (slot: SlotInScope, value?: Json): JsonObject => ({
  name: slot.name,
  type: slot.own ?? slot.type,
  ...formatOf(slot),
  description: slot.description,
  ...(slot.values.length === 0 ? {} : { values: slot.values.slice(0, 50).map((allowed) => describeValue(allowed)) }),
  ...(slot.examples.length === 0 ? {} : { examples: slot.examples.slice(0, 3) }),
  ...(slot.required ? {} : { optional: true }),
  ...(value === undefined || value === null ? {} : { value }),
});

/** How its values are written, where the type alone does not say it. */
const formatOf = (slot: SlotInScope): JsonObject => {
  const { forModels }: SlotTypeDefinition = slotTypes[slot.type];
  return forModels === undefined || slot.own !== undefined ? {} : { format: forModels(slot) };
};

const describeValue = ({ value, synonyms }: SlotInScope["values"][number]): Json =>
  synonyms.length === 0 ? value : { value, also: [...synonyms] };
