import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Flow } from "../engine/assistant/flow.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import { abandonedTasks } from "../engine/flow/abandoned.ts";
import { flowOf, groupsOf, topFrame } from "../engine/flow/frames.ts";
import { archivedInstance, inOrder, instanceLabels, instanceOf } from "../engine/flow/instances.ts";
import { slotsOf } from "../engine/flow/slots.ts";
import { isStartable } from "../engine/flow/startable.ts";
import { isInTask } from "../engine/flow/tasks.ts";
import { restingState } from "../engine/flow/transitions.ts";
import type { JsonObject } from "../engine/json.ts";
import { type Mask, maskCommand, maskFor } from "../engine/secrets/mask.ts";
import type { DialogueState, Frame, HistoryMessage } from "../engine/state/state.ts";
import type {
  Awaiting,
  FlowInScope,
  SlotInScope,
  UnderstandingContext,
  Vocabulary,
} from "../understand/understander.ts";
import type { Stages } from "./stages.ts";

/** What understanding may know: what is in scope now, and nothing else. */
export function understandingContext(state: DialogueState, stages: Stages, now: number): UnderstandingContext {
  const { assistant } = stages;
  const { timezone, language, models } = assistant.settings;
  const top = topFrame(state);
  const mask = maskFor(state, assistant);
  // With nothing going on, what a timeout put aside can be gone on with just the same.
  const paused = top === null ? abandonedTasks(state, stages) : pausedTasks(state);
  return {
    conversationId: state.conversationId,
    assistantHash: assistant.hash,
    conversationState: restingState(state),
    awaiting: awaiting(state, assistant),
    flows: flowsInScope(state, assistant, now),
    vocabulary: scopesOf(assistant).vocabulary,
    active: top === null ? null : inScope(assistant, flowOf(assistant, top)),
    paused: inScopeOnce(assistant, paused.toReversed()),
    ...(state.flowStack.length === 1 || paused.length + state.flowStack.length < 2 ? {} : instancesIn(state, stages)),
    known: top === null ? {} : known(state, { flow: flowOf(assistant, top), mask }),
    // The message itself is given apart.
    history: shownHistory(state, mask, models.nlu.historyMessages),
    commands: stages.customCommandsInScope,
    now,
    timezone,
    language: state.metadata.language ?? language,
  };
}

/** Tasks that have to be told apart: what is open, or with nothing open what a timeout put aside. */
function instancesIn(state: DialogueState, stages: Stages): Pick<UnderstandingContext, "instances"> {
  const top = topFrame(state);
  const open =
    top === null
      ? abandonedTasks(state, stages).map(archivedInstance)
      : groupsOf(state).flatMap(({ root }) => (root.system === true ? [] : [instanceOf(state, root)]));
  if (open.length < 2) return {};
  const all = inOrder(open);
  const labels = instanceLabels(stages, all);
  return {
    instances: all.map(({ flowId, flow }, index) => ({
      flowId,
      flow,
      label: labels[index] ?? flow,
      active: top !== null && isInTask(top.flowId, flowId),
    })),
  };
}

const pausedTasks = (state: DialogueState): readonly Frame[] =>
  groupsOf(state)
    .slice(0, -1)
    .map(({ root }) => root)
    .filter(({ system }) => system !== true);

function awaiting(state: DialogueState, assistant: Assistant): Awaiting {
  const { pending } = state;
  switch (pending?.kind) {
    case undefined:
      return { kind: "message" };
    case "slot":
      return { kind: "slot", slot: pending.slot };
    case "choice":
      return {
        kind: "choice",
        options: pending.options.map((option) =>
          maskCommand(option.command, assistant) === option.command ? option : { ...option, secret: true },
        ),
        ...(pending.slot === undefined ? {} : { slot: pending.slot }),
        ...(pending.asks === undefined ? {} : { asks: pending.asks }),
      };
    default:
      return { kind: pending?.kind ?? "message" } as Awaiting;
  }
}

interface Scopes {
  readonly byFlow: ReadonlyMap<string, FlowInScope>;
  /** All that have a trigger; only those with a condition must be looked at in a turn. */
  readonly triggered: readonly Flow[];
  readonly unconditional: readonly FlowInScope[] | null;
  readonly vocabulary: Vocabulary;
}
const scopes = new WeakMap<Assistant, Scopes>();

/** Built once per assistant: a turn must not cost more because there are more flows. */
function scopesOf(assistant: Assistant): Scopes {
  const cached = scopes.get(assistant);
  if (cached !== undefined) return cached;
  const byFlow = new Map([...assistant.flows.values()].map((flow) => [flow.name, describeFlow(flow)]));
  const triggered = [...assistant.flows.values()].filter((flow) => flow.trigger !== undefined);
  const conditional = triggered.some((flow) => flow.trigger?.condition !== undefined);
  const unconditional = conditional ? null : triggered.flatMap((flow) => byFlow.get(flow.name) ?? []);
  const startable = unconditional ?? triggered.flatMap((flow) => byFlow.get(flow.name) ?? []);
  const inner = innerFlows(assistant, triggered).flatMap(({ name }) => byFlow.get(name) ?? []);
  const built = { byFlow, triggered, unconditional, vocabulary: { startable, inner } };
  scopes.set(assistant, built);
  return built;
}

/** Flows without a trigger that those with one come to by calls and links. One that only the program starts stays unnamed. */
function innerFlows({ flows }: Assistant, triggered: readonly Flow[]): readonly Flow[] {
  const reached = new Set(triggered);
  for (const flow of reached)
    for (const step of flow.steps.values()) {
      const next = step.type === "call" || step.type === "link" ? flows.get(step.flow) : undefined;
      if (next !== undefined) reached.add(next);
    }
  return [...reached].filter((flow) => flow.trigger === undefined);
}

function flowsInScope(state: DialogueState, assistant: Assistant, now: number): readonly FlowInScope[] {
  const { unconditional, triggered, byFlow } = scopesOf(assistant);
  if (unconditional !== null) return unconditional;
  return triggered
    .filter((flow) => isStartable(state, flow, { assistant, now }))
    .flatMap((flow) => byFlow.get(flow.name) ?? []);
}

/** All flows of an assistant, and those a user may start where no condition speaks against it. */
export const flowsOf = (
  assistant: Assistant,
): {
  readonly flows: readonly FlowInScope[];
  readonly startable: readonly FlowInScope[];
  readonly vocabulary: Vocabulary;
} => {
  const { byFlow, vocabulary } = scopesOf(assistant);
  return { flows: [...byFlow.values()], startable: vocabulary.startable, vocabulary };
};

const inScope = (assistant: Assistant, flow: Flow): FlowInScope =>
  scopesOf(assistant).byFlow.get(flow.name) ?? describeFlow(flow);

const inScopeOnce = (assistant: Assistant, roots: readonly { readonly flow: string }[]): readonly FlowInScope[] =>
  [...new Set(roots.map(({ flow }) => flow))].flatMap((name) => {
    const flow = assistant.flows.get(name);
    return flow === undefined ? [] : [inScope(assistant, flow)];
  });

const describeFlow = (flow: Flow): FlowInScope => ({
  name: flow.name,
  description: flow.description,
  examples: flow.trigger?.intents ?? [],
  slots: [...flow.slots.values()]
    .filter((slot) => slot.setBy === "user" && flow.owned.has(slot.name))
    .map(describeSlot),
});

const describeSlot = (slot: Slot): SlotInScope => ({
  name: slot.name,
  // The words for a type of the project are read by its own code.
  type: slot.own === undefined ? slot.type : "string",
  ...(slot.own === undefined ? {} : { own: slot.own }),
  ...(slot.label === undefined ? {} : { label: slot.label }),
  description: slot.description,
  ...(slot.validator === undefined ? {} : { validator: slot.validator }),
  ...(slot.prompt === undefined ? {} : { prompt: slot.prompt.source }),
  examples: slot.examples,
  values: slot.values,
  required: slot.required,
  ...(slot.sensitive === "local" ? { local: true } : {}),
});

function known(state: DialogueState, { flow, mask }: { flow: Flow; mask: Mask }): JsonObject {
  const top = topFrame(state);
  if (top === null) return {};
  const own = Object.entries(slotsOf(state, top.flowId)).filter(([name]) => flow.owned.has(name));
  return mask.slots(flow.name, Object.fromEntries(own));
}

function shownHistory(state: DialogueState, { text }: Mask, count: number): readonly HistoryMessage[] {
  return state.messages
    .slice(0, -1)
    .slice(-count)
    .map((message) => {
      const shown = text(message.text);
      return shown === message.text ? message : { ...message, text: shown };
    });
}
