import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, placed, top } from "../../../tests/support/tasks.ts";
import type { Expression } from "../assistant/expression.ts";
import { parseExpression } from "../expression/parse.ts";
import { flowId } from "../ids.ts";
import type { ArchivedFrame, DialogueState } from "../state/state.ts";
import { brokenConstraint } from "./rules.ts";
import { assignedValue, capture, evaluateIn, holds, lookupIn } from "./scope.ts";
import { isStartable, startableFlows } from "./startable.ts";
import { parseTemplate } from "./template.ts";

const assistant = assistantOf(`
settings: { timezone: Pacific/Auckland }
slots:
  city: { type: string, description: City, prompt: "City?" }
  leave: { type: date, description: Leave, prompt: "Leave?" }
  back: { type: date, description: Back, prompt: "Back?", constraints: [{ rule: back >= leave, message: Too early. }, { rule: back > "2026-01-01" }] }
  party: { type: object, description: Party, prompt: "Who?" }
  card: { type: object, description: Card, prompt: "Card?", sensitive: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: go, type: collect, slot: leave }
      - { step: ret, type: collect, slot: back }
      - { step: who, type: collect, slot: party }
      - { step: by, type: collect, slot: card }
  vip:
    description: For members
    trigger: { intents: [vip], condition: session.member }
    steps: [{ step: hi, type: say, message: Hi. }]
  inner:
    description: Called
    steps: [{ step: hi, type: say, message: Hi. }]
`);
const context = contextOf(assistant);
const id = flowId("trip_1");
const archived = (change: Partial<ArchivedFrame>): ArchivedFrame => ({
  flowId: flowId("x"),
  flow: "find",
  flowState: "completed",
  outputs: {},
  startedAt: noon,
  completedAt: noon,
  context: null,
  settled: [],
  ...change,
});
const pushed = begun(newDialogue(assistant), assistant, "trip");
const failure = { code: "late", message: "Too late.", step: "where", handled: true };
const change = { slot: "city", old: "Oslo", value: "Rome" };
const state: DialogueState = {
  ...placed(pushed, id, { failure, change }),
  flowSlots: { [id]: { city: "Rome", leave: "2026-12-01", party: { size: 2 } } },
  session: { user: { name: "Ada" } },
  metadata: {
    ...pushed.metadata,
    completedFlows: [
      archived({ outputs: { code: "old" } }),
      archived({ outputs: { code: "new", place: { zip: 7 } } }),
      archived({ outputs: { code: "lost" }, flowState: "cancelled" }),
      archived({ outputs: { code: "other" }, flow: "seek" }),
    ],
  },
};
const frame = top(state);
const expression = (source: string): Expression => {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.expression;
};

describe("a name in an expression", () => {
  const look = lookupIn(state, frame);

  it("is a slot of the flow, or a part of one", () => {
    expect(look(["city"])).toBe("Rome");
    expect(look(["party", "size"])).toBe(2);
    expect(look(["back"])).toBeNull();
    expect(look([])).toBeUndefined();
  });

  it("is a fact of the session, an output of the last completed run of a flow, or an error", () => {
    expect(look(["session", "user", "name"])).toBe("Ada");
    expect(look(["outputs", "find", "code"])).toBe("new");
    expect(look(["outputs", "find", "place", "zip"])).toBe(7);
    expect(look(["outputs", "seek", "code"])).toBe("other");
    expect(look(["outputs", "gone", "code"])).toBeUndefined();
    expect(look(["_error_code"])).toBe("late");
    expect(look(["_error_message"])).toBe("Too late.");
    expect(look(["_error_step"])).toBe("where");
  });

  it("is a correction that came after the effect, or a part of it", () => {
    expect(look(["_change"])).toEqual(change);
    expect(look(["_change", "old"])).toBe("Oslo");
  });

  it("of an error or a late correction is nothing where there was none", () => {
    const calm = lookupIn(state, { ...frame, failure: null, change: null });
    for (const name of ["_error_code", "_error_message", "_error_step", "_change"]) expect(calm([name])).toBeNull();
  });

  it("outside a flow is only what belongs to the conversation", () => {
    const outside = lookupIn(state, null);
    expect(outside(["city"])).toBeUndefined();
    expect(outside(["session", "user", "name"])).toBe("Ada");
    expect(outside(["outputs", "find", "code"])).toBe("new");
  });
});

describe("an expression in a conversation", () => {
  const reading = { frame, context };

  it("gives its value, by the clock and time zone of the assistant", () => {
    expect(evaluateIn(state, expression("party.size + 1"), reading)).toEqual({ state, value: 3 });
    // Midday in London is the next day in Auckland.
    expect(evaluateIn(state, expression("today()"), reading).value).toBe("2026-11-16");
    expect(holds(state, expression("party.size > 1"), reading)).toEqual({ state, value: true });
    expect(holds(state, expression("party.size > 2"), reading).value).toBe(false);
  });

  it("sees outside of its task what it saw before, if that is known", () => {
    const seen = { "session.user.name": "Bob", "outputs.find.code": null };
    const again = { frame, context: { ...context, seen } };
    expect(evaluateIn(state, expression("session.user.name"), again).value).toBe("Bob");
    expect(evaluateIn(state, expression("outputs.find.code"), again).value).toBeNull();
    expect(evaluateIn(state, expression("outputs.seek.code"), again).value).toBe("other");
  });

  it("leaves a note where it could not be computed as written", () => {
    const { state: noted, value } = evaluateIn(state, expression("city * 2"), reading);
    expect(value).toBeNull();
    const before = eventsOf(state);
    expect(eventsOf(noted)).toEqual([
      ...before,
      {
        type: "expression_failed",
        flow: frame.flow,
        step: frame.step,
        expression: "city * 2",
        message: "Can't compute string * number.",
      },
    ]);
    const nowhere = evaluateIn(state, expression("1 / 0"), { frame: null, context });
    expect(eventsOf(nowhere.state).slice(before.length)).toMatchObject([
      { flow: null, step: null, expression: "1 / 0" },
    ]);
  });

  it("or a literal can be assigned", () => {
    expect(assignedValue(state, { kind: "literal", value: "city" }, reading)).toEqual({ state, value: "city" });
    const computed = assignedValue(state, { kind: "expression", expression: expression("city") }, reading);
    expect(computed.value).toBe("Rome");
  });
});

describe("what a template needs", () => {
  const template = (source: string) => {
    const parsed = parseTemplate(source);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.template;
  };

  it("is taken now, each with its type", () => {
    expect(capture(state, template("To {city} on {leave}, {party.size}, {back}"), { frame, context })).toEqual({
      city: { value: "Rome", type: "string" },
      leave: { value: "2026-12-01", type: "date" },
      "party.size": { value: 2, type: "any" },
      back: { value: null, type: "date" },
    });
    expect(capture(state, template("{session.user.name}"), { frame: null, context })).toEqual({
      "session.user.name": { value: "Ada", type: "any" },
    });
    expect(capture(state, template("{city}"), { frame: null, context })).toEqual({
      city: { value: null, type: "any" },
    });
    expect(capture(state, undefined, { frame, context })).toEqual({});
  });

  it("is marked as a secret where it is, or is a part of, what a sensitive slot holds", () => {
    const paying = { ...state, flowSlots: { [id]: { city: "Rome", card: { number: "4111" } } } };
    const secrets = (source: string, slot = "city"): readonly string[] => {
      const late = { ...frame, change: { ...change, slot } };
      const values = capture(paying, template(source), { frame: late, context });
      return Object.keys(values).filter((name) => values[name]?.secret === true);
    };
    expect(secrets("{city}, {card}, {card.number}")).toEqual(["card", "card.number"]);
    // Also where a late correction or another flow brought it. Its name alone is none.
    expect(secrets("{_change.slot}: {_change.old}, {_change.value}, {city}")).toEqual([]);
    expect(secrets("{_change.slot}: {_change.old}, {_change.value}, {city}", "card")).toEqual([
      "_change.old",
      "_change.value",
    ]);
    expect(secrets("{outputs.find.card}, {outputs.find.code}")).toEqual(["outputs.find.card"]);
  });
});

describe("a flow that could start", () => {
  const flow = (name: string) => {
    const found = assistant.flows.get(name);
    if (found === undefined) throw new Error(`No flow ${name}.`);
    return found;
  };

  it("has a trigger, and its condition holds", () => {
    expect(isStartable(state, flow("trip"), context)).toBe(true);
    expect(isStartable(state, flow("inner"), context)).toBe(false);
    expect(isStartable(state, flow("vip"), context)).toBe(false);
    expect(isStartable({ ...state, session: { member: true } }, flow("vip"), context)).toBe(true);
    expect(startableFlows(state, context).map(({ name }) => name)).toEqual(["trip"]);
  });
});

describe("rules between slots", () => {
  const broken = (slot: string, value: string, change: Partial<DialogueState> = {}) =>
    brokenConstraint({ ...state, ...change }, context, { frame, slot, value })?.rule.source ?? null;

  it("are broken by the later value, whichever of the two that is", () => {
    expect(broken("back", "2026-11-30")).toBe("back >= leave");
    expect(broken("back", "2026-12-02")).toBeNull();
    const both = { flowSlots: { [id]: { leave: "2026-12-01", back: "2026-12-05" } } };
    expect(broken("leave", "2026-12-06", both)).toBe("back >= leave");
    expect(broken("leave", "2026-12-05", both)).toBeNull();
  });

  it("wait until all their slots are filled, and look only at those that changed", () => {
    const without = { flowSlots: { [id]: {} } };
    expect(broken("back", "2026-11-30", without)).toBeNull();
    expect(broken("back", "2025-11-30", without)).toBe('back > "2026-01-01"');
    const wrong = { flowSlots: { [id]: { leave: "2026-12-01", back: "2025-11-01" } } };
    expect(broken("city", "Oslo", wrong)).toBeNull();
  });
});
