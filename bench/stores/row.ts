import { createMemoryStore } from "../../src/checkpoint/memory-store.ts";
import { durablePoint } from "../../src/graph/durable-point.ts";
import { soniOn } from "./soni-on.ts";

/** What one would write by hand at the end of a turn: the state of a conversation in the middle of the script, as text. */
export async function comparableRow(turns: number): Promise<string> {
  const store = createMemoryStore();
  const soni = soniOn(store);
  for (let number = 0; number < turns; number += 1) await soni.turn("row", number);
  const tuple = await store
    .saver({ pointOf: durablePoint })
    .getTuple({ configurable: { thread_id: "row", checkpoint_ns: "" } });
  await soni.close();
  return JSON.stringify(tuple?.checkpoint.channel_values["dialogue"]);
}
