declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** One running instance of a flow; the key of `flowSlots`. */
export type FlowId = Branded<"FlowId">;
/** One showing of a confirmation; an `affirm` counts only for the prompt it answers. */
export type PromptId = Branded<"PromptId">;

export const flowId = (text: string): FlowId => text as FlowId;
export const promptId = (text: string): PromptId => text as PromptId;

/** Source of unique ids outside the state, such as message ids. */
export interface Ids {
  next(): string;
}

/** The only clock: milliseconds since 1970. */
export interface Clock {
  now(): number;
  /**
   * Timers that follow this clock: runs once after this many milliseconds, and returns the function that prevents it.
   * Without it deadlines are kept by the machine's own time. Tests give it, to let time pass at will.
   */
  after?(milliseconds: number, run: () => void): () => void;
}
