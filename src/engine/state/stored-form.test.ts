import { beforeEach, expect, it } from "vitest";
import { assistantOf } from "../../../tests/support/dialogue.ts";
import { createSoni } from "../../runtime/create-soni.ts";
import { createMemoryStore } from "../../stores/memory/store.ts";
import type { Command } from "../commands/command.ts";
import { flowId } from "../ids.ts";
import { fromStoredForm } from "./read-stored-form.ts";
import type { DialogueState } from "./state.ts";
import { toStoredForm } from "./stored-form.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: Which city? }
  day: { type: string, description: Day, prompt: Which day? }
  count: { type: integer, description: Count, prompt: How many? }
flows:
  trip:
    description: Plan a trip
    trigger: { intents: [trip] }
    steps:
      - { step: city, type: collect, slot: city }
      - { step: day, type: collect, slot: day }
      - { step: count, type: collect, slot: count }
      - { step: done, type: say, message: "{count} to {city} on {day}." }
`);
const id = flowId("trip_1");
let state: DialogueState;

/** After the commands, each in a message of its own. */
async function after(...commands: readonly Command[]): Promise<DialogueState> {
  const store = createMemoryStore();
  const soni = createSoni({
    assistant,
    store,
    understander: { understand: async () => ({ commands: [], confidence: 1 }) },
  });
  for (const [index, command] of commands.entries())
    await soni.processMessage({ conversationId: "c1", messageId: `message-${index + 1}`, text: "said", command });
  const stored = await store.read("c1");
  if (stored === null) throw new Error("Nothing is stored.");
  return stored.state;
}

const start: Command = { type: "start_flow", flow: "trip" };
const set = (slot: string, value: string | number): Command => ({ type: "set_slot", slot, value });
const again = (given: DialogueState): DialogueState => fromStoredForm(JSON.parse(JSON.stringify(toStoredForm(given))));

beforeEach(async () => {
  state = await after(start, set("city", "Lisbon"), set("day", "Friday"));
});

it("a frame of a task that goes its usual way is stored with six fields at most", () => {
  const [frame = {}] = JSON.parse(JSON.stringify(toStoredForm(state).flowStack));
  expect(Object.keys(frame)).toEqual(["flowId", "step", "executed", "question"]);
});

it("a value and who gave it are stored once", () => {
  const { tasks, flowSlots, provenance } = JSON.parse(JSON.stringify(toStoredForm(state)));
  const text = JSON.stringify([tasks, flowSlots, provenance]);
  expect(text.split("Lisbon")).toHaveLength(2);
  // With the answer, and in the list of changes that can be undone.
  expect(text.split("message-2")).toHaveLength(3);
  expect(tasks[id].answers).toEqual({ ".city@0": { by: "message-2" }, ".day@0": { by: "message-3" } });
  expect(provenance).toBeUndefined();
});

it("comes back as it was, also after a correction, a round of its own and an ended task", async () => {
  expect(again(state)).toEqual(state);
  const corrected = await after(start, set("city", "Lisbon"), { type: "correct_slot", slot: "city", value: "Porto" });
  expect(again(corrected)).toEqual(corrected);
  const ended = await after(start, set("city", "Lisbon"), set("day", "Friday"), set("count", 2), start);
  expect(ended.metadata.completedFlows).toHaveLength(1);
  expect(again(ended)).toEqual(ended);
  expect(toStoredForm(ended).metadata?.completedFlows).toEqual([expect.stringMatching(/^trip_1 \d+ \d+$/)]);
});

it.each<readonly [string, Partial<DialogueState>]>([
  ["a slot has a value, an answer and no origin", { provenance: { [id]: { day: other("day") } } }],
  ["a slot has an answer and another value", { flowSlots: { [id]: { city: "Rome", day: "Friday" } } }],
  ["a slot has an answer and no value", { flowSlots: { [id]: { day: "Friday" } } }],
  ["a slot has the origin of another answer", { provenance: { [id]: { city: other("day"), day: other("city") } } }],
  ["a frame has no origins", { provenance: { [id]: {} } }],
])("keeps the difference where %s", (_, change) => {
  expect(again({ ...state, ...change })).toEqual({ ...state, ...change });
});

function other(slot: string) {
  return { by: "user", messageId: "message-9", answer: `${id}.${slot}@0` } as const;
}

it("keeps steps that were entered twice, and texts that look like stored ones", () => {
  const [frame] = state.flowStack;
  if (frame === undefined) throw new Error("Nothing runs.");
  const messages = [{ role: "assistant", text: "user: a: b" }] as const;
  const flowStack = [{ ...frame, visits: { city: 2, day: 1, count: 1 } }];
  expect(again({ ...state, messages, flowStack })).toEqual({ ...state, messages, flowStack });
});
