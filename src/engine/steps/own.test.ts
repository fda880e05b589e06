import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { again, corrected } from "../../../tests/support/pure-run.ts";
import { begun, told, top } from "../../../tests/support/tasks.ts";
import type { Assistant } from "../assistant/assistant.ts";
import { slotsOf } from "../flow/slots.ts";
import { note } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import type { Entry, EntryOf } from "../state/task.ts";
import { drive } from "./drive.ts";

const load = () =>
  assistantOf(
    `
slots:
  city: { type: string, description: City, prompt: "City?" }
  bags: { type: integer, description: Bags, prompt: "Bags?", default: 2 }
  fee: { type: float, description: Fee, set_by: action }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    on_error: broken
    steps:
      - { step: where, type: collect, slot: city }
      - { step: rate, type: tariff, of: city, at: "{{ bags + 1 }}", plain: "{city}", fast: true, most: 3, mode: slow, fee: fee, note: total, told: "To {city}.", far: away, on_error: sorry }
      - { step: bare, type: tariff, of: Oslo, far: away }
      - { step: done, type: say, message: Done., jump_to: end }
      - { step: away, type: say, message: Too far., jump_to: end }
      - { step: sorry, type: say, message: Sorry., jump_to: end }
      - { step: broken, type: say, message: Broken., jump_to: end }
`,
    {
      steps: {
        tariff: {
          keys: {
            of: { kind: "value" },
            at: { kind: "value", optional: true },
            plain: { kind: "text", optional: true },
            fast: { kind: "flag", optional: true },
            most: { kind: "count", optional: true },
            mode: { kind: "one_of", values: ["slow", "quick"], optional: true },
            fee: { kind: "output", optional: true },
            note: { kind: "output", optional: true },
            told: { kind: "template", optional: true },
            far: { kind: "target" },
          },
        },
      },
    },
  );
const assistant = load();
const id = flowId("trip_1");
const startOf = (loaded: Assistant): DialogueState =>
  told(begun(newDialogue(loaded), loaded, "trip"), loaded, { id, slot: "city", value: "Rome" });
const start = startOf(assistant);
const go = (state: DialogueState, loaded = assistant) => drive(state, contextOf(loaded), null);

/** Up to the code of the step, and what it is asked with. */
function wanted(state: DialogueState, loaded = assistant) {
  const { state: after, next, say } = go(state, loaded);
  if (next?.do !== "own") throw new Error(`It wants no code, but to ${next?.do}.`);
  return { after, next, say };
}

/** The code has answered. */
function answered(state: DialogueState, result: EntryOf<"own">["result"]): DialogueState {
  const { after, next } = wanted(state);
  return note(after, next.flowId, next.key, { kind: "own", input: next.seen, result });
}
const said = (state: DialogueState): readonly string[] =>
  go(state).say.flatMap((outcome) => (outcome.kind === "said" ? [outcome.message?.source ?? ""] : []));

describe("a step of the project's own", () => {
  it("gets what its keys hold: values are read, the rest is as it was written", () => {
    const loaded = load();
    const first = wanted(startOf(loaded), loaded);
    expect(first.say).toEqual([]);
    expect(first.next).toMatchObject({
      type: "tariff",
      flowId: id,
      key: "trip_1/rate#1",
      input: { of: "Rome", at: 3, plain: "{city}", fast: true, most: 3, mode: "slow" },
    });
    expect(Object.keys(first.next.input)).toEqual(["of", "at", "plain", "fast", "most", "mode"]);
    const second = wanted(answered(start, { ok: true })).next;
    expect([second.key, second.input]).toEqual(["trip_1/bare#1", { of: "Oslo" }]);
  });

  it("reads the slots of its values, and writes those that its outputs name", () => {
    const flow = load().flows.get("trip");
    const steps = flow?.steps;
    expect(flow?.slots.get("total")).toMatchObject({ type: "any", setBy: "action" });
    expect(steps?.get("rate")).toMatchObject({
      own: "tariff",
      outputs: { fee: "fee", note: "total" },
      texts: { told: { source: "To {city}." } },
      targets: { far: { to: "step", step: "away" } },
      onError: { to: "step", step: "sorry" },
    });
    expect(steps?.get("bare")).not.toHaveProperty("onError");
    expect(steps?.get("rate")).toMatchObject({ reads: ["city", "bags"], writes: ["fee", "total"] });
    expect(steps?.get("bare")).toMatchObject({ reads: [], writes: [], outputs: {}, texts: {} });
  });

  it("fills the slots that its outputs name, with what the code gives and nothing else", () => {
    const output = { fee: 4, note: "cheap", other: 1 } as Readonly<Record<string, Json>>;
    const { after } = wanted(answered(start, { ok: true, output }));
    expect(slotsOf(after, id)).toEqual({ city: "Rome", bags: 2, fee: 4, total: "cheap" });
    expect(after.provenance[id]?.["fee"]).toMatchObject({ by: "set", step: "rate" });
    const half = wanted(answered(start, { ok: true, output: { note: "cheap" } })).after;
    expect(slotsOf(half, id)).toEqual({ city: "Rome", bags: 2, total: "cheap" });
  });

  it("says its text once, and takes the way that the code names", () => {
    const talking = answered(start, { ok: true, say: "told", go: "far" });
    expect(said(talking)).toEqual(["To {city}.", "Too far."]);
    expect(said(answered(start, { ok: true, say: "told" }))).toEqual(["To {city}."]);
    expect(said(answered(start, { ok: true, go: "far" }))).toEqual(["Too far."]);
    expect(said(answered(answered(start, { ok: true }), { ok: true }))).toEqual(["Done."]);
    const { state } = go(answered(start, { ok: true, say: "told" }));
    expect(said(again(state, id))).toEqual([]);
  });

  it("that fails takes its on_error, else the one of its flow", () => {
    const failure = { ok: false, code: "step.failed", message: "late" } as const;
    const failed = go(answered(start, failure));
    expect(eventsOfType(failed.state, "step_failed")).toMatchObject([
      { step: "rate", code: "step.failed", message: "late" },
    ]);
    expect(said(answered(start, failure))).toEqual(["Sorry."]);
    expect(said(answered(answered(start, { ok: true }), failure))).toEqual(["Broken."]);
  });

  it("whose value does not fit its slot has failed, and stores nothing", () => {
    const output = { note: "cheap", fee: "free" };
    const { state } = go(answered(start, { ok: true, output }));
    expect(eventsOfType(state, "step_failed")).toMatchObject([{ step: "rate", code: "slot.type", message: "fee" }]);
    expect(eventsOfType(state, "slot_set")).not.toContainEqual(expect.objectContaining({ slot: "total" }));
    expect(said(answered(start, { ok: true, output }))).toEqual(["Sorry."]);
  });

  it("is run again only if what it gets has changed", () => {
    const done = wanted(answered(start, { ok: true, output: { fee: 4 } })).after;
    expect(wanted(again(done, id)).next.key).toBe("trip_1/bare#1");
    const changed = wanted(corrected(done, id, "trip_1.city@0", "Oslo")).next;
    expect([changed.key, changed.input["of"]]).toEqual(["trip_1/rate#1", "Oslo"]);
    expect(top(done).step).toBe("bare");
    // Of a round that is over, the result stays what it was.
    const { after, next } = wanted(start);
    const other: Entry = { kind: "own", input: "other", result: { ok: true } };
    expect(wanted(note(after, id, next.key, { ...other, closed: true })).next.key).toBe("trip_1/bare#1");
    expect(wanted(note(after, id, next.key, other)).next.key).toBe("trip_1/rate#1");
  });
});
