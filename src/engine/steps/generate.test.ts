import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { again, corrected } from "../../../tests/support/pure-run.ts";
import { begun, told } from "../../../tests/support/tasks.ts";
import { slotsOf } from "../flow/slots.ts";
import { note } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import type { Entry, RecordedText } from "../state/task.ts";
import { drive } from "./drive.ts";
import { noteTold, textKey } from "./generate.ts";

const assistant = assistantOf(`
settings: { models: { generate: { provider: openai, model: gpt-4o } } }
slots:
  city: { type: string, description: City, prompt: "City?" }
  style: { type: string, description: Style, prompt: "Style?", default: short }
  day: { type: date, description: Day, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: tell, type: generate, instruction: Praise it., context: [city, style] }
      - { step: keep, type: generate, instruction: Sum it up., store_as: summary, on_error: sorry }
      - { step: date, type: generate, instruction: Name a day., store_as: day, on_error: sorry }
      - { step: done, type: say, message: Done., jump_to: end }
      - { step: sorry, type: say, message: Sorry., jump_to: end }
`);
const id = flowId("trip_1");
const start = told(begun(newDialogue(assistant), assistant, "trip"), assistant, { id, slot: "city", value: "Rome" });
const go = (state: DialogueState) => drive(state, contextOf(assistant), null);

/** Up to the text that is wanted. */
function wanted(state: DialogueState) {
  const { state: after, next, say } = go(state);
  if (next?.do !== "generate") throw new Error(`It wants no text, but to ${next?.do}.`);
  return { after, next, say };
}
function written(state: DialogueState, result: RecordedText): DialogueState {
  const { after, next } = wanted(state);
  return note(after, next.flowId, textKey(next.place), { kind: "generated", input: next.input, result });
}
const text = (words: string): RecordedText => ({ ok: true, text: words });
const textsOf = (say: readonly Outcome[]): readonly string[] =>
  say.flatMap((outcome) => (outcome.kind === "said" ? [outcome.message?.source ?? ""] : []));

describe("a text by the model", () => {
  it("is wanted at its place, and written again only if a slot that it may see has changed", () => {
    expect(wanted(start).next).toMatchObject({ flowId: id, place: "trip_1/tell#1" });
    const done = wanted(written(start, text("Nice."))).after;
    expect(wanted(again(done, id)).next.place).toBe("trip_1/keep#1");
    expect(wanted(corrected(done, id, "trip_1.city@0", "Oslo")).next.place).toBe("trip_1/tell#1");
    expect(slotsOf(done, id)).toEqual({ city: "Rome", style: "short" });
    // Of a round that is over, the text stays what it was.
    const { after, next } = wanted(start);
    const other: Entry = { kind: "generated", input: "other", result: text("Old.") };
    expect(wanted(note(after, id, textKey(next.place), { ...other, closed: true })).next.place).toBe("trip_1/keep#1");
    expect(wanted(note(after, id, textKey(next.place), other)).next.place).toBe("trip_1/tell#1");
  });

  it("is said as it is, with whatever braces it has, and once", () => {
    const { say, after } = wanted(written(start, text("{city} is nice.")));
    expect(say).toMatchObject([
      {
        kind: "said",
        flow: "trip",
        step: "tell",
        message: { source: "{city} is nice.", parts: [{ kind: "text", text: "{city} is nice." }] },
        values: {},
        rephrase: false,
      },
    ]);
    expect(wanted(again(after, id)).say).toEqual([]);
  });

  it("that was told while it was written is not said again", () => {
    const { after, next } = wanted(start);
    expect(wanted(noteTold(after, next, text("Nice."))).say).toEqual([]);
    const failed = noteTold(after, next, { ok: false, code: "generate.failed", message: "late" });
    expect(eventsOfType(go(failed).state, "step_failed")).toMatchObject([{ step: "tell", message: "late" }]);
  });

  it("is kept where the step stores it, and not said", () => {
    const { say, after } = wanted(written(written(start, text("Nice.")), text("Short.")));
    expect(textsOf(say)).toEqual([]);
    expect(slotsOf(after, id)).toMatchObject({ summary: "Short." });
    expect(after.provenance[id]?.["summary"]).toMatchObject({ by: "generate", step: "keep" });
  });

  it("that does not fit its slot has failed", () => {
    const { state, say } = go(written(written(written(start, text("Nice.")), text("Short.")), text("tomorrow-ish")));
    expect(eventsOfType(state, "step_failed")).toMatchObject([
      { step: "date", code: "generate.failed", message: "the text does not fit day" },
    ]);
    expect(textsOf(say)).toEqual(["Sorry."]);
    const fits = written(written(written(start, text("Nice.")), text("Short.")), text("2026-12-01"));
    expect(textsOf(go(fits).say)).toEqual(["Done."]);
  });

  it("that nobody could write has failed", () => {
    const failure: RecordedText = { ok: false, code: "generate.failed", message: "no model" };
    const { state, say } = go(written(written(start, text("Nice.")), failure));
    expect(eventsOfType(state, "step_failed")).toMatchObject([{ step: "keep", code: "generate.failed" }]);
    expect(textsOf(say)).toEqual(["Sorry."]);
  });

  it("says which slots it reads and writes", () => {
    const steps = assistant.flows.get("trip")?.steps;
    expect(steps?.get("tell")).toMatchObject({ context: ["city", "style"], reads: ["city", "style"], writes: [] });
    expect(steps?.get("keep")).toMatchObject({ context: [], reads: [], writes: ["summary"], storeAs: "summary" });
  });
});
