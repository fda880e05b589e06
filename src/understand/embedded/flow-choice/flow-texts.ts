import type { SlotInScope } from "../../understander.ts";

/** A flow as its author describes it. */
export interface FlowDescription {
  readonly name: string;
  readonly description: string;
  /** What users say to start it; `{slot}` stands for a value. */
  readonly examples: readonly string[];
  /** What it asks for; absent where nobody knows. */
  readonly slots?: readonly SlotInScope[];
}

/** `book_flight` and `Travel__BookFlight2` read as "book flight" and "travel book flight". */
export function nameAsWords(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** A placeholder keeps its place in the sentence as the slot's own words: "fly from origin to destination". */
export function exampleAsText(example: string): string {
  return example.replaceAll(/\{([^{}]*)\}/g, (_, slot: string) => nameAsWords(slot)).trim();
}

/** A flow without a description is known by its name. */
export function descriptionAsText(flow: FlowDescription): string {
  return flow.description.trim() || nameAsWords(flow.name);
}

/** Descriptions are orders or headings; named as what a user asks about, they come nearer to what users say. */
export function descriptionAsTopic(flow: FlowDescription): string {
  const text = descriptionAsText(flow);
  return `my question is about ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** What a flow asks for says what it is about: a stylist, a theatre, a bus. Empty where it asks for nothing. */
export function slotsAsText({ slots = [] }: FlowDescription): string {
  return slots.map(({ name, description }) => description.trim() || nameAsWords(name)).join(". ");
}

/** Description and name in one text for keywords; once, where the name says the same. */
export function keywordText(flow: FlowDescription): string {
  return [...new Set([descriptionAsText(flow), nameAsWords(flow.name)])].join(" ");
}
