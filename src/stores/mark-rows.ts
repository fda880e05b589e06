/** Facts about a store as a whole, each a number under its name: a handful of rows. */
export interface MarkRows {
  read(name: MarkName): Promise<number | null>;
  /** Durable when it resolves. */
  write(name: MarkName, value: number): Promise<void>;
}

/** `pruned`: the time that retention has reached. `probe`: written to find out whether the store takes writes. */
export type MarkName = "pruned" | "probe";
