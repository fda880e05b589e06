/** A kind of open question, and the typed commands that lead there: each list is a turn of its own. */
export interface WaitingPoint {
  readonly name: string;
  readonly turns: readonly (readonly object[])[];
}

const start = (flow: string, slots: object = {}): object => ({ type: "start_flow", flow, slots });
const wishes = { hour: "19:30", menu: "fish", price: 20, terrace: true };
const booked = { guest: "Ana", people: 2, day: "2030-05-01" };

/** The first of these fields are filled, so that the next one is asked for. */
const asksAfter = (flow: string, slots: Readonly<Record<string, unknown>>, filled: number): WaitingPoint["turns"] => [
  [start(flow, Object.fromEntries(Object.entries(slots).slice(0, filled)))],
];

/** Every kind of pending question of the talk assistant. */
export const waitingPoints: readonly WaitingPoint[] = [
  { name: "nothing", turns: [] },
  { name: "string", turns: asksAfter("book_table", booked, 0) },
  { name: "integer", turns: asksAfter("book_table", booked, 1) },
  { name: "date", turns: asksAfter("book_table", booked, 2) },
  { name: "time", turns: asksAfter("wishes", wishes, 0) },
  { name: "categorical", turns: asksAfter("wishes", wishes, 1) },
  { name: "float", turns: asksAfter("wishes", wishes, 2) },
  { name: "boolean", turns: asksAfter("wishes", wishes, 3) },
  { name: "list", turns: asksAfter("wishes", wishes, 4) },
  { name: "datetime", turns: [[start("order_taxi")]] },
  { name: "choice", turns: [[start("choose_table")]] },
  { name: "choice of flow", turns: [[{ type: "choose_flow", flows: ["book_table", "order_taxi"] }]] },
  { name: "confirmation", turns: asksAfter("book_table", booked, 3) },
  { name: "cancel confirmation", turns: [...asksAfter("book_table", booked, 1), [{ type: "cancel_flow" }]] },
  { name: "change", turns: [...asksAfter("book_table", booked, 3), [{ type: "deny" }]] },
];
