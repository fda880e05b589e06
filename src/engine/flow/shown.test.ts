import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, called, told, top } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { DialogueState } from "../state/state.ts";
import { changeFrame } from "./frames.ts";
import { shownBy } from "./shown.ts";
import { parseTemplate } from "./template.ts";

const assistant = assistantOf(`
slots:
  city: { type: string, description: City, prompt: "City?" }
  party: { type: object, description: Party, prompt: "Who?" }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: who, type: collect, slot: party }
`);
const id = flowId("trip_1");
const start = begun(newDialogue(assistant, { session: { name: "Ada" } }), assistant, "trip");
const show = (state: DialogueState, source: string) => {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(parsed.message);
  return shownBy(state, contextOf(assistant), { frame: top(state), message: parsed.template });
};
const give = (slot: string, value: string | { size: number }): DialogueState =>
  told(start, assistant, { id, slot, value });

describe("what a prompt shows", () => {
  it("is every value in its text, with the slots among it", () => {
    const { values, cells } = show(give("party", { size: 2 }), "{city} {party.size} {session.name}");
    expect(values).toEqual({ city: null, "party.size": 2, "session.name": "Ada" });
    expect(cells).toEqual({ "trip_1.city": null, "trip_1.party": { size: 2 } });
    expect(show(start, "Sure?")).toMatchObject({ values: {}, cells: {} });
  });

  it("is another with another value, the empty one included, and the same without a change in it", () => {
    const { digest } = show(start, "{city}?");
    expect(show(give("city", "Rome"), "{city}?").digest).not.toBe(digest);
    expect(show(give("city", "Rome"), "{city}?").digest).toBe(show(give("city", "Rome"), "Really {city}?").digest);
    expect(show(give("party", { size: 2 }), "{city}?").digest).toBe(digest);
  });

  it("in a called flow is the caller's slot where it is bound to that", () => {
    const inside = called(give("city", "Rome"), assistant, "trip");
    const bound = changeFrame(inside, top(inside).flowId, { bindings: { city: { flowId: id, slot: "city" } } });
    expect(show(bound, "{city}?").cells).toEqual({ "trip_1.city": "Rome" });
    expect(show(inside, "{city}?").cells).toEqual({ "trip_1/where#1.city": null });
  });
});
