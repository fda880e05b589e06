import { describe, expect, it } from "vitest";
import type { Command, PublicState, TurnEvent } from "../../src/index.ts";
import { agree } from "./oracle/agreement.ts";
import { correctedLikeRight } from "./oracle/corrections.ts";
import { violationsOf, violationsOfPlainAnswers } from "./oracle/invariants.ts";
import type { Plan, StepPlan } from "./plan.ts";
import type { Conversation, Turn } from "./record.ts";
import type { Call } from "./world.ts";

const steps: StepPlan[] = [
  { step: "s1", type: "collect", slot: "a" },
  { step: "s2", type: "confirm", message: "f0.s2? a=[{a}]" },
  { step: "s3", type: "call", flow: "f1" },
  { step: "s4", type: "collect", slot: "z" },
  { step: "last", type: "say", message: "f0 ends: a=[{a}]" },
];

const plan: Plan = {
  version: "1.0",
  settings: { flow_management: { max_stack_depth: 1 } },
  patterns: {},
  slots: {
    a: { type: "string", description: "a" },
    n: { type: "integer", description: "n", constraints: [{ rule: "n < 8", message: "" }] },
    z: { type: "string", description: "z", required: false },
    pin: { type: "string", description: "pin", sensitive: true },
  },
  actions: { pay: { description: "pay", inputs: ["a"], effect: true } },
  flows: {
    f0: { description: "f0", trigger: { intents: [] }, steps },
    f1: {
      description: "f1",
      inputs: ["a"],
      outputs: ["n"],
      steps: [
        { step: "s1", type: "collect", slot: "n", interruptible: false },
        { step: "s2", type: "action", call: "pay" },
      ],
    },
  },
};

interface Seen {
  readonly sent: Command | readonly Command[];
  readonly texts?: readonly string[];
  readonly events?: readonly object[];
  readonly calls?: readonly Call[];
  readonly refused?: string;
  /** Flows from bottom to top, as flow or flow@step. */
  readonly stack?: readonly string[];
  readonly slots?: Readonly<Record<string, unknown>>;
  readonly by?: string;
  readonly pending?: object | null;
  readonly more?: object;
}

/** An invented record: what is not said is as dull as can be. */
function conversationOf(seen: readonly Seen[], of: Plan = plan): Conversation {
  const turns: Turn[] = [];
  for (const { sent, texts = ["."], events = [], calls = [], refused, ...state } of seen) {
    const list = Array.isArray(sent) ? (sent as readonly Command[]) : [sent as Command];
    const results = list.map((command) =>
      refused === undefined || command.type === "affirm"
        ? { command, result: "done" as const }
        : { command, result: "refused" as const, code: refused as never },
    );
    const before = turns.at(-1)?.after ?? null;
    const after = stateOf(state);
    turns.push({ sent: list, silence: false, results, texts, events: events as TurnEvent[], calls, before, after });
  }
  return { plan: of, turns };
}

function stateOf({
  stack = ["f0"],
  slots = {},
  by = "user",
  pending = { kind: "slot", slot: "a" },
  more,
}: Omit<Seen, "sent">): PublicState {
  const frames = stack.map((text, index) => {
    const [flow = "", step = "s1"] = text.split("@");
    const caller = index > 0 && flow === "f1" ? "f0_0" : null;
    return {
      flowId: `${flow}_${index}`,
      flow,
      step,
      caller,
      flowState: index === stack.length - 1 ? "active" : "paused",
    };
  });
  const top = frames.at(-1)?.flowId ?? "";
  return {
    conversationState: "idle",
    flowStack: frames,
    flowSlots: { [top]: slots },
    provenance: { [top]: Object.fromEntries(Object.keys(slots).map((slot) => [slot, { by }])) },
    pending,
    currentStep: frames.at(-1)?.step ?? null,
    metadata: { error: null },
    ...more,
  } as unknown as PublicState;
}

const start: Seen = {
  sent: { type: "start_flow", flow: "f0" },
  events: [{ type: "flow_started", flow: "f0", flowId: "f0_0", by: "user" }],
};
const set = (slot: string, value: string | number): Command => ({ type: "set_slot", slot, value });
const correct = (slot: string, value: string | number): Command => ({ type: "correct_slot", slot, value });
const shown = (value: string): Seen => ({
  sent: set("a", value),
  texts: [`f0.s2? a=[${value}]`],
  stack: ["f0@s2"],
  pending: { kind: "confirmation", promptId: "p", turn: 2 },
});
const yes: Seen = {
  sent: { type: "affirm" },
  events: [{ type: "confirmation_answered", flow: "f0", step: "s2", answer: "affirmed" }],
  stack: ["f0@s3", "f1@s1"],
  pending: { kind: "slot", slot: "n" },
};
const paid = (a: string, key = "k"): Seen => ({
  sent: set("n", 1),
  events: [{ type: "action_started", action: "pay", key }],
  calls: [{ action: "pay", input: { a }, key, result: "done" }],
  stack: ["f0@s4"],
  pending: { kind: "slot", slot: "z" },
});
const end = (a: string): Seen => ({
  sent: set("z", "x"),
  texts: [`f0 ends: a=[${a}]`],
  events: [{ type: "flow_ended", flow: "f0", flowId: "f0_0", flowState: "completed" }],
  stack: [],
  pending: null,
});

const good = (a: string): Seen[] => [start, shown(a), yes, paid(a), end(a)];
const kindsOf = (seen: readonly Seen[], of: Plan = plan): string[] =>
  violationsOf(conversationOf(seen, of)).map(({ invariant, kind }) => `${invariant.split(" ")[0]} ${kind}`);

describe("a conversation as it should be", () => {
  it("has nothing to report", () => {
    expect(kindsOf(good("one"))).toEqual([]);
    expect(violationsOfPlainAnswers(conversationOf(good("one")))).toEqual([]);
  });

  it("may show a corrected value again before it is used", () => {
    const again = { ...shown("two"), sent: correct("a", "two") };
    expect(kindsOf([start, shown("one"), yes, again, yes, paid("two"), end("two")])).toEqual([]);
  });
});

describe("a planted violation is found", () => {
  it("I1: an effect with another value than its yes showed, in a called flow", () => {
    expect(kindsOf([start, shown("one"), yes, paid("two")])).toEqual(["I1 another value than the yes showed"]);
  });

  it("I1: an effect without the yes that stands before it", () => {
    expect(kindsOf([start, shown("one"), paid("one")])).toEqual(["I1 called without a yes"]);
  });

  it("I1b: a yes that its message takes back", () => {
    const message = { ...yes, ...paid("one"), events: [...(yes.events ?? []), ...(paid("one").events ?? [])] };
    const both = (other: Command): Seen => ({ ...message, sent: [{ type: "affirm" }, other] });
    expect(kindsOf([start, shown("one"), both({ type: "cancel_flow" })])).toEqual(["I1b yes and cancel_flow"]);
    expect(kindsOf([start, shown("one"), both(correct("a", "two"))])).toEqual(["I1b yes and correct_slot"]);
    const refused = { ...both(correct("a", "two")), refused: "slot.already_done" };
    expect(kindsOf([start, shown("one"), refused])).toEqual(["I1b yes and a refused correct_slot"]);
  });

  it("I2: an effect that runs again", () => {
    const again = [...good("one").slice(0, 4), yes, paid("one", "other")];
    expect(kindsOf(again)).toEqual(["I2 more often than there are places"]);
  });

  it("I2: a key that was used before, and an action that is only said to run", () => {
    expect(kindsOf([...good("one"), ...good("two")])).toEqual(["I2 two calls with one key"]);
    const { calls: _, ...unreal } = paid("one");
    expect(kindsOf([start, shown("one"), yes, unreal])).toEqual(["I2 said to start, not called"]);
  });

  it("I4: an endless turn, and a message that throws", () => {
    const events = Array.from({ length: 600 }, () => ({ type: "step_completed", flow: "f0", step: "s1" }));
    expect(kindsOf([{ ...start, events: [...(start.events ?? []), ...events] }])).toEqual(["I4 too many steps"]);
    const [found] = violationsOf({ ...conversationOf([start]), thrown: "no" });
    expect(found?.kind).toBe("thrown");
  });

  it("I5: a digression that changes something", () => {
    expect(kindsOf([start, { sent: { type: "chitchat" }, slots: { a: "one" } }])).toEqual([
      "I5 chitchat changes flowSlots",
    ]);
    expect(kindsOf([start, { sent: { type: "chitchat" } }])).toEqual([]);
  });

  it("I6: a value of the wrong type, or one that breaks a constraint", () => {
    expect(kindsOf([{ ...start, slots: { n: "many" } }])).toEqual(["I6 n is no integer (user)"]);
    expect(kindsOf([{ ...start, slots: { n: 9 }, by: "action" }])).toEqual(["I6 constraint n < 8 (action)"]);
    expect(kindsOf([{ ...start, slots: { n: 7 } }])).toEqual([]);
  });

  it("I7: a hidden flow, a full stack, a question that is left", () => {
    const hidden = { ...start, events: [{ type: "flow_started", flow: "f1", flowId: "f1_0", by: "user" }] };
    expect(kindsOf([hidden])).toEqual(["I7 a hidden flow is started"]);
    expect(kindsOf([{ ...start, stack: ["f0", "f0"] }])).toEqual(["I7 more tasks than the limit"]);
    const asked: Seen = { ...yes, sent: { type: "affirm" } };
    const left: Seen = { sent: { type: "resume_flow" }, stack: ["f0"] };
    expect(kindsOf([start, shown("one"), asked, left])).toEqual(["I7 a question that can't be interrupted was"]);
  });

  it("I8: a slot that is passed on and has two values", () => {
    const flowSlots = (theirs: string) => ({ flowSlots: { f0_0: { a: "one" }, f1_1: { a: theirs } } });
    expect(kindsOf([start, shown("one"), { ...yes, more: flowSlots("two") }])).toEqual([
      "I8 another value in the caller",
    ]);
    expect(kindsOf([start, shown("one"), { ...yes, more: flowSlots("one") }])).toEqual([]);
  });

  it("I8: an output that no call lists", () => {
    const event = { type: "slot_set", flow: "f0", slot: "n", value: 1, by: "call" };
    expect(kindsOf([{ ...start, events: [...(start.events ?? []), event] }])).toEqual([
      "I8 an output that is not listed",
    ]);
  });

  it("I9: a slot that is skipped and stays, and a loop that asks once for two rounds", () => {
    const skip: Seen = { sent: { type: "skip_slot", slot: "z" }, slots: { z: "one" } };
    expect(kindsOf([{ ...start, slots: { z: "one" } }, skip])).toEqual(["I9 skipped and still filled"]);
    const body: StepPlan[] = [
      { step: "s3", type: "set", slots: { i: "{{ i + 1 }}" } },
      { step: "s4", type: "collect", slot: "z" },
    ];
    const looped: StepPlan[] = [
      { step: "s1", type: "set", slots: { i: 0 } },
      { step: "s2", type: "while", condition: "i < 2", do: body },
    ];
    const loop: Plan = { ...plan, flows: { f0: { description: "f0", trigger: { intents: [] }, steps: looped } } };
    const asked = { type: "slot_asked", flow: "f0", step: "s4", slot: "z" };
    const begun: Seen = { ...start, events: [...(start.events ?? []), asked], pending: { kind: "slot", slot: "z" } };
    const kinds = (seen: Seen[]) => violationsOfPlainAnswers(conversationOf(seen, loop)).map(({ kind }) => kind);
    expect(kinds([begun, end("")])).toEqual(["not asked in each round"]);
    expect(kinds([begun, { ...begun, sent: { type: "skip_slot", slot: "z" }, events: [asked] }, end("")])).toEqual([]);
  });

  it("I10: a question beside the flow that a repeat ends", () => {
    const question: Seen = {
      sent: { type: "cancel_flow" },
      pending: { kind: "cancel_confirmation", promptId: "p", turn: 1 },
    };
    expect(kindsOf([start, question, { sent: { type: "repeat" } }])).toEqual(["I10 repeat"]);
    expect(kindsOf([start, question, { ...question, sent: { type: "repeat" } }])).toEqual([]);
  });

  it("I11: hosts that differ", () => {
    const one = conversationOf(good("one"));
    expect(agree(one, conversationOf(good("one")), "reload")).toEqual([]);
    expect(agree(one, conversationOf(good("two")), "reload")).toMatchObject([{ kind: "reload has other texts" }]);
  });

  it("I12: a secret in the public state", () => {
    const more = { metadata: { error: null, completedFlows: [{ locals: "hush-hush-7" }] } };
    expect(kindsOf([{ ...start, more }])).toEqual(["I12 in metadata"]);
  });

  it("I13: a message without a reply", () => {
    const nothing: Seen = { sent: { type: "custom", name: "x", arguments: {} }, texts: [] };
    expect(kindsOf([start, nothing])).toEqual(["I13 custom"]);
  });
});

describe("I3: corrected ends like right at once", () => {
  const errand = {
    root: "f0",
    answers: { a: "two" },
    slot: "a",
    wrong: ["one"],
    later: 0,
    way: "correct_slot",
  } as const;
  const kinds = (corrected: readonly Seen[], at: number): string[] =>
    correctedLikeRight({
      errand,
      corrected: conversationOf(corrected),
      right: conversationOf(good("two")),
      wrong: conversationOf(good("one")),
      at,
    }).map(({ kind }) => kind);
  const correction: Seen = { ...shown("two"), sent: correct("a", "two") };

  it("is content with a correction that shows the prompt again", () => {
    expect(kinds([start, shown("one"), correction, yes, paid("two"), end("two")], 2)).toEqual([]);
  });

  it("finds an effect with the old value, and an end with it", () => {
    const stale = [start, shown("one"), correction, yes, paid("one"), end("one")];
    expect(kinds(stale, 2)).toEqual(["corrected an effect too many", "corrected an effect is missing"]);
    expect(kinds([start, shown("one"), correction, yes, paid("two"), end("one")], 2)).toEqual([
      "corrected another end",
    ]);
  });

  it("accepts that it is too late if something done would be different", () => {
    const late: Seen = {
      ...paid("one"),
      sent: correct("a", "two"),
      refused: "slot.already_done",
      calls: [],
      events: [],
    };
    expect(kinds([start, shown("one"), yes, paid("one"), late, end("one")], 4)).toEqual([]);
  });

  it("finds a refusal without a reason", () => {
    const early: Seen = { ...shown("one"), sent: correct("a", "two"), refused: "slot.already_done" };
    expect(kinds([start, shown("one"), early, yes, paid("one"), end("one")], 2)).toEqual(["refused without reason"]);
    const lost: Seen = { ...early, refused: "slot.not_in_scope" };
    expect(kinds([start, shown("one"), lost, yes, paid("one"), end("one")], 2)).toEqual([
      "refused with slot.not_in_scope",
    ]);
  });

  it("finds a question that is asked again and again", () => {
    const again: Seen = { ...shown("two"), sent: { type: "affirm" } };
    const seen = [start, shown("one"), correction, again, again, again, yes, paid("two"), end("two")];
    expect(kinds(seen, 2)).toEqual(["asked too often"]);
  });
});

describe("I18", () => {
  const kindsOf = (...seen: readonly Seen[]): readonly string[] =>
    violationsOf(conversationOf([start, ...seen]))
      .filter(({ invariant }) => invariant.startsWith("I18"))
      .map(({ kind }) => kind);
  const calm = { metadata: { error: null, handoff: null } };

  it("sees what was done though it may not be meant", () => {
    const doubtful: Command = { type: "set_slot", slot: "a", value: "one", confidence: 0.5 };
    const quiet: Seen = { ...start, more: calm };
    expect(kindsOf(quiet, { sent: doubtful, more: calm })).toEqual([]);
    expect(kindsOf(quiet, { sent: doubtful, slots: { a: "one" }, more: calm })).toEqual(["something was changed"]);
    expect(kindsOf(quiet, { sent: { ...doubtful, confidence: 0.7 }, slots: { a: "one" }, more: calm })).toEqual([]);
  });

  it("sees a yes to a doubt that was taken for one to a confirmation", () => {
    const pending = { kind: "choice", slot: "a", asks: "value", options: [] };
    expect(kindsOf({ ...start, pending }, yes)).toEqual(["a yes to a doubt was one to a confirmation"]);
    expect(kindsOf(shown("one"), yes)).toEqual([]);
  });
});
