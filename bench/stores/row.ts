import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { soniOn } from "./soni-on.ts";

/** What one would write by hand at the end of a turn: the state of a conversation in the middle of the script, as text. */
export async function comparableRow(turns: number): Promise<string> {
  const store = createMemoryStore();
  const soni = soniOn(store);
  for (let number = 0; number < turns; number += 1) await soni.turn("row", number);
  const stored = await store.read("row");
  await soni.close();
  return JSON.stringify(stored?.state);
}
