export type FormContender = "loop" | "graph" | "soni" | "direct" | "soniManyFlows" | "directManyFlows";
export type BookingContenderName =
  | "bookingLoop"
  | "bookingDirect"
  | "bookingSoni"
  | "bookingGraph"
  | "bookingXState"
  | "bookingBotFramework";
export type ContenderName = FormContender | BookingContenderName | "longForm";

/** These conversations, each from one turn up to another. */
export interface Task {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

export interface Answer {
  /** CPU that the process spent on it, all its threads together. */
  readonly microseconds: number;
  /** How often the world outside was changed by it. */
  readonly effects: number;
}
