import type { Chunk } from "./chunk.ts";
import type { QuantityRange } from "./quantities.ts";
import type { Concept } from "./words/concepts.ts";
import type { Vocabulary } from "./words/word-lists.ts";

/*
 * Apart from the code that reads them from the database: the package's declarations come through here, and must compile for authors
 * who have not installed the types of Node.
 */

/** A question may be near to what the headings name, to what one sentence says, or to all of it together. */
export interface PassageVectors {
  readonly whole: Float32Array;
  /** All headings above it. */
  readonly heading: Float32Array;
  /** Each sentence under its heading: a passage on many things still has the one sentence that answers. */
  readonly sentences: readonly Float32Array[];
}

export interface IndexedPassage extends Chunk {
  readonly id: number;
  readonly vectors: PassageVectors | null;
  /** Stems of the last heading: what the passage says it is about. */
  readonly titleStems: readonly string[];
  /** Amounts that its last heading and its text speak of. */
  readonly ranges: readonly QuantityRange[];
  readonly length: number;
}

/** The documents in the form that a search needs. It is built again when they change. */
export interface PassageIndex {
  readonly passages: readonly IndexedPassage[];
  /** Places of the passages by their row, for what the keyword table finds. */
  readonly places: ReadonlyMap<number, number>;
  readonly meanLength: number;
  /** In how many passages a stem occurs. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly stem: Vocabulary["stem"];
  readonly language: string;
}

/** How well each passage holds one concept of the question. */
export interface ConceptMatch {
  readonly concept: Concept;
  /** Rarer concepts say more. */
  readonly weight: number;
  /** 0 to 1, by the place of the passage. */
  readonly worths: Float64Array;
  /** The same where only an author's word finds it, else 0. */
  readonly authoredWorths: Float64Array;
}
