/** A flow as its author describes it. */
export interface FlowDescription {
  readonly name: string;
  readonly description: string;
  /** What users say to start it; `{slot}` stands for a value. */
  readonly examples: readonly string[];
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

/** Description and name in one text for keywords; once, where the name says the same. */
export function keywordText(flow: FlowDescription): string {
  return [...new Set([descriptionAsText(flow), nameAsWords(flow.name)])].join(" ");
}
