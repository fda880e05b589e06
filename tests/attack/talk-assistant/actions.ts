import type { ActionFunction } from "../../../src/engine/assistant/action.ts";

const tables = [
  { name: "Table 1", place: "window" },
  { name: "Table 2", place: "door" },
  { name: "Table 3", place: "bar" },
];

export const actions: Readonly<Record<string, ActionFunction>> = {
  free_tables: () => ({ tables }),
  book_table: ({ people }) => ({ reference: `T-${people}` }),
  call_person: () => ({}),
};
