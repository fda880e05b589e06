import { describe, expect, it } from "vitest";
import { cautions } from "../engine/assistant/settings.ts";
import type { Command } from "../engine/commands/command.ts";
import { type Decision, decideDoubt, type Ground, needed } from "./doubt.ts";

const ground: Ground = {
  caution: "normal",
  isAsking: true,
  awaited: "day",
  own: "day",
  isConfirming: false,
  costOf: ({ type }) => (type === "cancel_flow" || type === "affirm" ? "costly" : "usual"),
  placeOf: ({ slot }, started) => (started.length > 0 ? "started" : slot === "far" ? "elsewhere" : "active"),
  isShowable: ({ slot }) => slot !== "pin",
  isFilled: () => false,
  doubted: [],
};

const decide = (
  commands: readonly Command[],
  {
    confidence = 1,
    rivals,
    ...given
  }: Partial<Ground> & { confidence?: number; rivals?: Parameters<typeof decideDoubt>[0]["rivals"] } = {},
): Decision =>
  decideDoubt({ commands, confidence, ...(rivals === undefined ? {} : { rivals }) }, { ...ground, ...given });

const day = (value: string, confidence?: number): Command => ({
  type: "set_slot",
  slot: "day",
  value,
  ...(confidence === undefined ? {} : { confidence }),
});

describe("the table of what is needed", () => {
  it("grows with caution and with cost, and never asks for certainty", () => {
    for (const caution of cautions) {
      const { usual, effect, costly } = needed[caution];
      expect([usual, effect, costly]).toEqual([usual, effect, costly].toSorted((one, other) => one - other));
      expect(costly).toBeLessThanOrEqual(0.9);
    }
    for (const cost of ["usual", "effect", "costly"] as const)
      expect(cautions.map((caution) => needed[caution][cost])).toEqual(
        cautions.map((caution) => needed[caution][cost]).toSorted((one, other) => one - other),
      );
  });
});

describe("a command", () => {
  it("without a probability of its own is as likely as the message", () => {
    expect(decide([day("friday")], { confidence: 0.65 }).queue).toEqual([day("friday")]);
    expect(decide([day("friday")], { confidence: 0.64 }).open?.ask?.about).toBe("value");
  });

  it("that is costly needs more, if it says how likely it is", () => {
    expect(decide([{ type: "cancel_flow" }], { confidence: 0.7 }).queue).toHaveLength(1);
    expect(decide([{ type: "cancel_flow", confidence: 0.79 }]).queue).toEqual([]);
    expect(decide([{ type: "cancel_flow", confidence: 0.8 }]).queue).toHaveLength(1);
  });

  it("that nobody doubts leaves nothing to ask or to note", () => {
    expect(decide([day("friday"), { type: "affirm" }])).toEqual({
      queue: [day("friday"), { type: "affirm" }],
      open: null,
      doubted: [],
      asked: [],
    });
  });

  it("of the program's own is never doubted", () => {
    expect(decide([{ type: "release_handoff" }]).queue).toEqual([{ type: "release_handoff" }]);
  });
});

describe("a value in doubt", () => {
  const alternatives = [
    { value: "27", confidence: 0.3 },
    { value: "20", confidence: 0.2 },
    { value: "4", confidence: 0.15 },
    { value: "5", confidence: 0.14 },
    { value: "6", confidence: 0.01 },
  ];

  it("is offered with at most two others, each once, the likeliest first", () => {
    const { open, doubted, asked } = decide([{ ...day("20", 0.25), alternatives } as Command]);
    expect(open?.ask).toEqual({ about: "value", commands: [day("27"), day("20"), day("4")] });
    expect(doubted).toMatchObject([{ confidence: 0.25, needed: 0.65, outcome: "asked" }]);
    expect(asked).toEqual(["slot day"]);
  });

  it("that is hardly likely is not worth a question", () => {
    expect(decide([day("20", 0.2)])).toMatchObject({ queue: [], open: null, doubted: [{ outcome: "left_out" }] });
  });

  it("is asked for in plain words the second time, and offered the third", () => {
    const second = decide([day("20", 0.5)], { doubted: ["slot day"] });
    expect(second).toMatchObject({ open: { ask: null, again: { slot: "day" } }, asked: [] });
    expect(decide([day("20", 0.5)], { doubted: second.asked }).open?.ask?.about).toBe("value");
  });

  it("that must not be shown is asked for in plain words at once", () => {
    const command: Command = { type: "set_slot", slot: "pin", value: "4711", confidence: 0.5 };
    expect(decide([command], { own: "pin" }).open).toEqual({ ask: null, again: { slot: "pin" }, echo: [] });
    expect(decide([command]).open).toEqual({ ask: null, again: {}, echo: [] });
  });

  it("that the flow does not ask for is offered again, since the flow would go on without it", () => {
    expect(decide([day("20", 0.5)], { doubted: ["slot day"], own: "seats" }).open?.ask?.about).toBe("value");
  });

  it("beside one that is certain for the same slot is left out", () => {
    expect(decide([day("20", 0.5), day("27")])).toMatchObject({ queue: [day("27")], open: null });
  });

  it("for the slot that was asked for comes before another", () => {
    const seats: Command = { type: "set_slot", slot: "seats", value: 2, confidence: 0.5 };
    const { open, doubted } = decide([seats, day("20", 0.5)]);
    expect(open?.ask?.commands).toEqual([day("20")]);
    expect(doubted.map(({ outcome }) => outcome)).toEqual(["left_out", "asked"]);
  });

  it("of a flow that starts, or of no task that is active, is left out", () => {
    expect(decide([{ type: "start_flow", flow: "order" }, day("20", 0.5)])).toMatchObject({
      queue: [{ type: "start_flow", flow: "order" }],
      open: null,
    });
    const far: Command = { type: "set_slot", slot: "far", value: 1, confidence: 0.5 };
    expect(decide([far, { type: "affirm" }])).toMatchObject({ queue: [{ type: "affirm" }], open: null });
  });

  it("given with a start is left out of it", () => {
    const start: Command = {
      type: "start_flow",
      flow: "order",
      slots: { day: "20", seats: 2 },
      slotConfidence: { day: 0.5 },
    };
    expect(decide([start]).queue).toEqual([{ type: "start_flow", flow: "order", slots: { seats: 2 } }]);
  });

  it("holds back a yes of the same message at a confirmation", () => {
    const { queue, doubted } = decide([{ type: "affirm" }, day("20", 0.5)], { isConfirming: true });
    expect(queue).toEqual([]);
    expect(doubted).toMatchObject([{ command: { type: "affirm" }, outcome: "left_out" }, { outcome: "asked" }]);
  });
});

describe("a yes at a confirmation", () => {
  it.each(["deny", "cancel_flow", "restart_flow", "undo"] as const)("is held back beside a %s in doubt", (type) => {
    const { queue } = decide([{ type: "affirm" }, { type, confidence: 0.3 }], { isConfirming: true });
    expect(queue).toEqual([]);
  });
});

describe("a value that is likely, and not certain", () => {
  it("is repeated, unless it is a secret or replaces another", () => {
    expect(decide([day("20", 0.8)])).toMatchObject({ queue: [day("20", 0.8)], open: { echo: [day("20", 0.8)] } });
    expect(decide([day("20", 0.9)]).open).toBeNull();
    expect(decide([day("20", 0.8)], { isFilled: () => true }).open).toBeNull();
    expect(decide([{ type: "set_slot", slot: "pin", value: "1", confidence: 0.8 }]).open).toBeNull();
  });

  it("is not repeated where only the message says how likely it is", () => {
    expect(decide([day("20")], { confidence: 0.8 }).open).toBeNull();
  });
});

describe("a wish in doubt", () => {
  it("is named beside its rivals", () => {
    const { queue } = decide([{ type: "start_flow", flow: "order", confidence: 0.5, slots: { seats: 2 } }], {
      rivals: [
        { command: { type: "start_flow", flow: "enrol" }, confidence: 0.3 },
        { command: { type: "affirm" }, confidence: 0.1 },
      ],
    });
    expect(queue).toEqual([{ type: "choose_flow", flows: ["order", "enrol"], slots: { seats: 2 }, unsure: true }]);
  });

  it("for a second task of a flow is offered as that", () => {
    const again: Command = { type: "start_flow", flow: "order", newInstance: true };
    expect(decide([{ ...again, confidence: 0.5 }]).open?.ask).toEqual({ about: "meaning", commands: [again] });
  });

  it("is offered beside an act that may be meant", () => {
    const { open } = decide([{ type: "start_flow", flow: "order", confidence: 0.5 }], {
      rivals: [{ command: { type: "cancel_flow", confidence: 0.4 }, confidence: 0.4 }],
    });
    expect(open?.ask).toEqual({
      about: "meaning",
      commands: [{ type: "start_flow", flow: "order" }, { type: "cancel_flow" }],
    });
  });

  it("is offered instead of small talk that may be one", () => {
    const rivals = [{ command: { type: "start_flow", flow: "order" }, confidence: 0.3 } as const];
    const talk: Command = { type: "out_of_scope", confidence: 0.5 };
    expect(decide([talk], { rivals }).open?.ask).toEqual({
      about: "meaning",
      commands: [{ type: "start_flow", flow: "order" }],
    });
    expect(decide([talk], { rivals }).queue).toEqual([]);
    const two = [...rivals, { command: { type: "start_flow", flow: "move" }, confidence: 0.2 } as const];
    expect(decide([talk], { rivals: two }).queue).toEqual([
      { type: "choose_flow", flows: ["order", "move"], unsure: true },
    ]);
    expect(decide([{ ...talk, confidence: 0.7 }], { rivals }).queue).toHaveLength(1);
    expect(decide([{ ...talk, confidence: 0.7 }], { rivals }).queue[0]?.type).toBe("out_of_scope");
  });
});

describe("an act in doubt", () => {
  it("is offered beside its rivals, but a yes or no never is", () => {
    const rivals = [
      { command: { type: "affirm" }, confidence: 0.3 },
      { command: { type: "human_handoff" }, confidence: 0.2 },
    ] as const;
    expect(decide([{ type: "cancel_flow", confidence: 0.5 }], { rivals }).open?.ask).toEqual({
      about: "meaning",
      commands: [{ type: "cancel_flow" }, { type: "human_handoff" }],
    });
  });

  it("that is a yes has the question asked again", () => {
    expect(decide([{ type: "affirm", confidence: 0.7 }], { isConfirming: true })).toMatchObject({
      queue: [],
      open: { ask: null, again: {} },
    });
    expect(decide([{ type: "affirm", confidence: 0.7 }], { isAsking: false }).open).toBeNull();
  });

  it("is left out where the message turns to another task", () => {
    const { queue, open } = decide([
      { type: "cancel_flow", confidence: 0.5 },
      { type: "start_flow", flow: "order" },
    ]);
    expect(queue).toEqual([{ type: "start_flow", flow: "order" }]);
    expect(open).toBeNull();
  });

  it("asked about before, is not asked about again", () => {
    const again = decide([{ type: "cancel_flow", confidence: 0.5 }], { doubted: ["cancel_flow"] });
    expect(again.open).toMatchObject({ ask: null, again: {} });
  });
});
