import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Migration } from "../../src/engine/assistant/migration.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { Json } from "../../src/engine/json.ts";
import type { PublicState, TurnResult } from "../../src/engine/state/public-state.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { type Content, edits, original } from "./edits.ts";

const offers = [{ name: "Red" }, { name: "Blue" }];
const set = (slot: string, value: Json): Command => ({ type: "set_slot", slot, value });
const start: Command = { type: "start_flow", flow: "trip" };

/** Where a conversation can wait, and what was said to get there. */
const points: Readonly<Record<string, readonly Command[]>> = {
  "at the first question": [start],
  "at a later question": [start, set("city", "Rome"), set("day", "2026-12-01")],
  "at a categorical question": [start, set("city", "Rome"), set("day", "2026-12-01"), set("bags", 1)],
  "at a choice from a list": [
    start,
    set("city", "Rome"),
    set("day", "2026-12-01"),
    set("bags", 1),
    set("cabin", "economy"),
  ],
  "in a called flow": [
    start,
    set("city", "Rome"),
    set("day", "2026-12-01"),
    set("bags", 1),
    set("cabin", "economy"),
    set("offer", 1),
  ],
  "at a confirmation": [
    start,
    set("city", "Rome"),
    set("day", "2026-12-01"),
    set("bags", 1),
    set("cabin", "economy"),
    set("offer", 1),
    set("card", "4111"),
  ],
  "after the effect": [
    start,
    set("city", "Rome"),
    set("day", "2026-12-01"),
    set("bags", 1),
    set("cabin", "economy"),
    set("offer", 1),
    set("card", "4111"),
    { type: "affirm" },
  ],
  "paused below another flow": [start, set("city", "Rome"), { type: "start_flow", flow: "weather" }],
};

function open(content: Content, store: Store, options: { booked: number[]; migrations?: readonly Migration[] }): Soni {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: JSON.stringify(content) }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  const book = async () => {
    options.booked.push(1);
    return { code: "BK-1" };
  };
  const all = { find: async () => ({ offers }), book };
  const actions = Object.fromEntries(Object.entries(all).filter(([name]) => assistant.actions.has(name)));
  const understander = { understand: async () => ({ commands: [], confidence: 1, source: "none" }) };
  return createSoni({ assistant, store, actions, understander, migrations: options.migrations ?? [] });
}

const say = (soni: Soni, ...commands: readonly Command[]): Promise<TurnResult> =>
  soni.processMessage({ conversationId: "c", text: "", command: commands });

/** What a user would answer to whatever is open now; null when nothing is. */
function answerTo({ pending }: PublicState, content: Content): Command | null {
  switch (pending?.kind) {
    case "slot":
      return set(pending.slot, answerFor(pending.slot, content));
    case "confirmation":
      return { type: "affirm", promptId: pending.promptId };
    case "choice":
      return pending.options[0]?.command ?? null;
    default:
      return null;
  }
}
const answerFor = (slot: string, { slots }: Content): Json =>
  slots[slot]?.["type"] === "date" ? "2026-12-01" : slot === "day" ? 3 : (values[slot] ?? "Rome");
const values: Readonly<Record<string, Json>> = { bags: 2, cabin: "business", offer: 1, card: "4111" };

describe.each(Object.keys(edits))("when %s", (name) => {
  const edited = original();
  edits[name]?.(edited);

  it.each(Object.keys(points))("a conversation %s goes on, or says so and offers to begin again", async (point) => {
    const store = createMemoryStore();
    const booked: number[] = [];
    const before = open(original(), store, { booked });
    for (const command of points[point] ?? []) await say(before, command);
    expect((await before.getState("c"))?.flowStack.length).toBeGreaterThan(0);
    const after = open(edited, store, { booked });
    const steps = new Map(
      Object.entries(edited.flows).map(([flow, { steps }]) => [flow, steps.map(({ step }) => step)]),
    );

    // A yes may be on its way; it must not be taken for an answer to something else.
    let turn = await say(after, { type: "affirm" });
    const doneBefore = booked.length;
    expect(doneBefore).toBeLessThanOrEqual(1);
    for (let count = 0; count < 30; count += 1) {
      expect(turn.messages.map(({ source }) => source)).not.toContainEqual({
        kind: "pattern",
        pattern: "internal_error",
      });
      for (const frame of turn.state.flowStack) {
        expect(steps.has(frame.flow)).toBe(true);
        if (frame.step !== null) expect(steps.get(frame.flow)).toContain(frame.step);
      }
      const answer = answerTo(turn.state, edited);
      if (answer === null) break;
      turn = await say(after, answer);
    }
    expect(turn.state.flowStack).toEqual([]);
    expect(booked.length).toBeLessThanOrEqual(1);
    if (name !== "the flow is deleted") expect(booked.length).toBe(1);
    await after.close();
  });
});

describe("a change in mid-conversation", () => {
  async function changed(name: string, point: string, migrations: readonly Migration[] = []) {
    const store = createMemoryStore();
    const booked: number[] = [];
    const before = open(original(), store, { booked });
    for (const command of points[point] ?? []) await say(before, command);
    const content = original();
    edits[name]?.(content);
    return { soni: open(content, store, { booked, migrations }), booked };
  }
  const texts = ({ messages }: TurnResult): readonly string[] => messages.map(({ text }) => text);

  it("asks a confirmation again: a yes to the old question does nothing", async () => {
    const { soni, booked } = await changed("a text is reworded", "at a confirmation");
    const turn = await say(soni, { type: "affirm" });
    expect(texts(turn)).toEqual(["Something has changed here, so I need to ask you again.", "Book Red to Rome?"]);
    expect(turn.commands).toMatchObject([{ result: "refused", code: "prompt.stale" }]);
    expect(booked).toEqual([]);
    await say(soni, { type: "affirm" });
    expect(booked).toEqual([1]);
  });

  it("takes the answer to a question that still stands", async () => {
    const { soni } = await changed("a text is reworded", "at the first question");
    expect(texts(await say(soni, set("city", "Oslo")))).toEqual(["Day?"]);
  });

  it("offers to begin again with what was given, where its step is gone", async () => {
    const { soni } = await changed("a step is renamed", "at a choice from a list");
    const told = await say(soni, set("offer", 1));
    expect(texts(told)).toContainEqual(
      expect.stringMatching(/^This has changed since we last talked: book a trip\. Would you like to start it again/),
    );
    expect(told.state.flowStack).toEqual([]);
    expect(told.events).toContainEqual(
      expect.objectContaining({ type: "flow_ended", flowState: "abandoned", reason: "assistant changed: step_gone" }),
    );
  });

  it("begins again at the first thing that is missing", async () => {
    const { soni } = await changed("a step is renamed", "at a choice from a list");
    const told = await say(soni);
    expect(told.state.pending).toMatchObject({ kind: "choice" });
    const again = await say(soni, { type: "affirm" });
    expect(again.state.pending).toEqual({ kind: "choice", slot: "offer", options: expect.anything() });
  });

  it("does not offer to do again what was done", async () => {
    const { soni, booked } = await changed("the flow is deleted", "after the effect");
    const turn = await say(soni);
    expect(texts(turn)).toEqual(["Sorry, something you started is no longer possible here."]);
    expect(turn.state).toMatchObject({ flowStack: [], pending: null });
    expect(booked).toEqual([1]);
  });

  it("asks again for a value that no longer fits", async () => {
    const { soni } = await changed("a slot changes its type", "at a categorical question");
    const turn = await say(soni);
    expect(texts(turn)).toContain("Which day of the month?");
    expect(turn.state.flowStack[0]).toMatchObject({ step: "when" });
  });

  it("follows a migration that says where it goes on", async () => {
    const { soni } = await changed("a step is renamed", "at a choice from a list", [
      { from: { flow: "trip", step: "pick" }, to: { step: "choose" } },
    ]);
    const turn = await say(soni, set("offer", 2));
    expect(texts(turn)).toEqual(["Card?"]);
  });

  it("follows a migration of what is known", async () => {
    const { soni } = await changed("a slot is renamed", "at a later question", [
      { from: { flow: "trip" }, to: {}, slots: ({ city, ...rest }) => ({ ...rest, town: city ?? null }) },
    ]);
    const turn = await say(soni, set("bags", 1));
    expect(Object.values(turn.state.flowSlots)[0]).toMatchObject({ town: "Rome", bags: 1 });
    expect(texts(turn)).toEqual([expect.stringContaining("Cabin?")]);
  });
});
