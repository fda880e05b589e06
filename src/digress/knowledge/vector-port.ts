/** Turns texts into unit vectors whose dot product says how near their meanings are. Runs elsewhere; connected by runtime/. */
export interface VectorPort {
  /** Names the weights: vectors of different models never mix in an index. */
  readonly model: string;
  /** One unit vector for each text, in the same order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
