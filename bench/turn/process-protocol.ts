export type ContenderName = "loop" | "graph" | "soni" | "direct" | "soniManyFlows";

/** These conversations, each from one turn up to another. */
export interface Task {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** CPU that the process spent on it, all its threads together. */
export interface Answer {
  readonly microseconds: number;
}
