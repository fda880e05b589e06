import type { Assistant } from "../../../engine/assistant/assistant.ts";
import type { Flow } from "../../../engine/assistant/flow.ts";
import { hidden } from "../../../engine/assistant/slot.ts";
import type { StepOf } from "../../../engine/assistant/step.ts";
import type { Template } from "../../../engine/assistant/template.ts";
import type { JsonObject } from "../../../engine/json.ts";
import type { FlowInScope, SlotInScope } from "../../../understand/understander.ts";
import type { AssistantInScope, Situation } from "../situation.ts";
import type { SaidValue } from "./values.ts";

/** A place in a conversation, with what the generator needs to know of it. */
export interface DialogueState {
  readonly situation: Situation;
  readonly flow: FlowInScope | null;
  /** The slot that is asked for. */
  readonly asked: SlotInScope | null;
  /** The values that are known, as they were said. */
  readonly known: ReadonlyMap<string, SaidValue>;
}

export interface StateParts {
  readonly assistant: Assistant;
  readonly scope: AssistantInScope;
  readonly now: string;
  readonly valuesOf: (slot: SlotInScope) => readonly SaidValue[];
  readonly nounOf: (slot: SlotInScope) => string;
}

/** Every place in which the assistant waits for its user: idle, each question, each choice, each confirmation. */
export const dialogueStates = (parts: StateParts): readonly DialogueState[] => [
  { situation: situationOf(parts, { awaiting: "message" }), flow: null, asked: null, known: new Map() },
  ...[...parts.assistant.flows.values()].flatMap((flow) => statesIn(flow, parts)),
];

const statesIn = (flow: Flow, parts: StateParts): readonly DialogueState[] => {
  const inScope = parts.scope.flows.find(({ name }) => name === flow.name);
  if (inScope === undefined) return [];
  const known = new Map<string, SaidValue>();
  return [...flow.steps.values()].flatMap((step): readonly DialogueState[] => {
    if (step.type !== "collect" && step.type !== "confirm") return [];
    const at = { flow, inScope, known: new Map(known), parts };
    if (step.type === "confirm") return [...confirming(step, at), cancelling(at)];
    const slot = inScope.slots.find(({ name }) => name === step.slot);
    const [value] = slot === undefined ? [] : parts.valuesOf(slot);
    if (value !== undefined) known.set(step.slot, value);
    return slot === undefined ? [] : [asking(step, slot, at)];
  });
};

interface Place {
  readonly flow: Flow;
  readonly inScope: FlowInScope;
  readonly known: ReadonlyMap<string, SaidValue>;
  readonly parts: StateParts;
}

const asking = (step: StepOf<"collect">, slot: SlotInScope, place: Place): DialogueState => {
  const { inScope, known, parts } = place;
  const question = wordsOf([step.message, place.flow.slots.get(slot.name)?.prompt], place) ?? `${slot.description}?`;
  const options = step.from === undefined ? [] : optionsFor(parts.nounOf(slot), slot.name);
  const listed = options.map(({ label }, index) => `${index + 1}. ${label}`);
  const situation = situationOf(parts, {
    awaiting: step.from === undefined ? `slot ${slot.name}` : `choice ${slot.name}`,
    active: inScope.name,
    known: knownOf(place),
    last: [question, ...listed].join("\n"),
    options,
  });
  return { situation, flow: inScope, asked: slot, known };
};

/** What is on the list comes from an action: here it is only known that there are some. */
const optionsFor = (noun: string, slot: string): Situation["options"] =>
  [1, 2, 3].map((number) => {
    const label = `${noun} ${number}`;
    return { label, command: { type: "set_slot", slot, value: label } };
  });

const confirming = ({ message }: StepOf<"confirm">, place: Place): readonly DialogueState[] => {
  const { inScope, known, parts } = place;
  const last = wordsOf([message], place) ?? lastSentence(message) ?? "Is that right?";
  const situation = situationOf(parts, { awaiting: "confirmation", active: inScope.name, known: knownOf(place), last });
  return [{ situation, flow: inScope, asked: null, known }];
};

const cancelling = (place: Place): DialogueState => ({
  situation: situationOf(place.parts, {
    awaiting: "cancel_confirmation",
    active: place.inScope.name,
    known: knownOf(place),
    last: "Do you really want to stop?",
  }),
  flow: place.inScope,
  asked: null,
  known: place.known,
});

/** As an understander sees them: what is sensitive is masked. */
const knownOf = (place: Place): JsonObject =>
  Object.fromEntries([...place.known].map(([name, { value }]) => [name, isSensitive(name, place) ? hidden : value]));

const isSensitive = (name: string, { flow }: Place): boolean => (flow.slots.get(name)?.sensitive ?? false) !== false;

const situationOf = ({ now }: StateParts, place: Partial<Situation> & Pick<Situation, "awaiting">): Situation => ({
  now,
  paused: [],
  known: {},
  options: [],
  ...place,
});

/** The first of the templates that known values fill. */
const wordsOf = (templates: readonly (Template | undefined)[], place: Place): string | null => {
  const said = (name: string): string | undefined => (isSensitive(name, place) ? hidden : place.known.get(name)?.text);
  for (const template of templates) {
    if (template === undefined) continue;
    const parts = template.parts.map((part) =>
      part.kind === "text" ? part.text : part.path.length === 1 ? said(part.path[0] ?? "") : undefined,
    );
    if (parts.every((part) => part !== undefined)) return parts.join("");
  }
  return null;
};

/** "… Shall I book it?": a question at the end that needs no values. */
const lastSentence = ({ source }: Template): string | null => {
  const sentence = source.split(/(?<=[.!?])\s+/).at(-1) ?? "";
  return sentence.includes("{") || sentence === "" ? null : sentence;
};
