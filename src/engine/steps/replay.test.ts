import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { again, answer, corrected, journalOf, leftBy, run, yes } from "../../../tests/support/pure-run.ts";
import { begun, taskAt, told, top } from "../../../tests/support/tasks.ts";
import type { StepOf } from "../assistant/step.ts";
import { answeredBy } from "../commands/confirmation.ts";
import { checkedInput } from "../flow/rules.ts";
import { slotsOf } from "../flow/slots.ts";
import { changeTask, note } from "../flow/tasks.ts";
import { flowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import type { Entry } from "../state/task.ts";
import { drive } from "./drive.ts";
import { renewalAt, renewalKey } from "./renewed-yes.ts";
import { beginReplay } from "./replay.ts";
import { tryTask } from "./try-task.ts";

const assistant = assistantOf(`
slots:
  from: { type: string, description: From, prompt: "From?" }
  to: { type: string, description: To, prompt: "To?" }
  bags: { type: integer, description: Bags, prompt: "Bags?", constraints: [{ rule: bags < 9 }] }
  tip: { type: integer, description: Tip, prompt: "Tip?", required: false }
  price: { type: integer, description: Price, set_by: action }
  code: { type: string, description: Code, set_by: action }
  vip: { type: string, description: Vip, prompt: "Vip?", validator: known }
actions:
  search: { description: Search, inputs: [from, to], outputs: [price] }
  book: { description: Book, inputs: [to, price], outputs: [code], effect: true }
flows:
  trip:
    description: Trip
    trigger: { intents: [trip] }
    steps:
      - { step: hello, type: say, message: "Hello." }
      - { step: a, type: collect, slot: from }
      - { step: b, type: call, flow: target, outputs: [to] }
      - { step: find, type: action, call: search }
      - { step: told, type: say, message: "{from} to {to}: {price}" }
      - { step: luggage, type: collect, slot: bags }
      - { step: sure, type: confirm, message: "To {to}?" }
      - { step: pay, type: action, call: book }
      - { step: done, type: collect, slot: tip }
  target:
    description: Target
    outputs: [to]
    steps:
      - { step: where, type: collect, slot: to }
      - { step: ok, type: say, message: "Ok." }
  late:
    description: Late
    trigger: { intents: [late] }
    steps:
      - { step: sure, type: confirm, message: "To {to}?" }
      - { step: pay, type: action, call: book, inputs: { to: to, price: 1 } }
      - { step: ask, type: collect, slot: to }
      - { step: more, type: action, call: book, inputs: { to: to, price: 2 } }
  who:
    description: Who
    trigger: { intents: [who] }
    steps:
      - { step: v, type: collect, slot: vip }
      - { step: f, type: collect, slot: from }
      - { step: g, type: collect, slot: to }
  guest:
    description: Guest
    trigger: { intents: [guest] }
    steps:
      - { step: f, type: collect, slot: from }
      - { step: g, type: collect, slot: to, validator: known }
      - { step: h, type: collect, slot: bags }
  blind:
    description: Blind
    trigger: { intents: [blind] }
    steps:
      - { step: f, type: collect, slot: from }
      - { step: sure, type: confirm, message: "Sure?" }
      - { step: find, type: action, call: search, inputs: { from: from, to: Rome } }
      - { step: pay, type: action, call: book, inputs: { to: Rome, price: price } }
      - { step: done, type: collect, slot: tip }
  round:
    description: Round
    trigger: { intents: [round] }
    steps:
      - { step: f, type: collect, slot: from }
      - { step: h, type: collect, slot: bags }
      - { step: find, type: action, call: search, inputs: { from: from, to: Rome } }
      - { step: back, type: say, message: "Again.", when: "bags > 4", jump_to: h }
      - { step: done, type: collect, slot: tip }
`);
const id = flowId("trip_1");
const context = contextOf(assistant);
const actions = {
  search: ({ to }: Readonly<Record<string, Json | undefined>>) => ({ price: String(to).length }),
  book: () => ({ code: "C-1" }),
};
const go = (state: DialogueState) => run(state, assistant, actions);
const then = (state: DialogueState, slot: string, value: Json) => go(answer(state, assistant, slot, value));
const start = go(begun(newDialogue(assistant), assistant, "trip"));
const to = "trip_1/b#1.to@0";
const packed = then(then(then(start.state, "from", "Oslo").state, "to", "Rome").state, "bags", 1);
const paid = go(yes(packed.state, assistant));
const texts = (said: (typeof start)["said"]): readonly string[] =>
  said.flatMap((outcome) => (outcome.kind === "said" ? [outcome.step] : []));

describe("a replay", () => {
  it("of a task with the same answers leaves everything as it is, and does and says nothing", () => {
    for (const { state } of [start, packed, paid]) {
      const once = go(again(state, id));
      expect(leftBy(once)).toEqual(leftBy({ state }));
      expect(once.calls).toEqual([]);
      expect(texts(once.said)).toEqual([]);
      expect(leftBy(go(again(once.state, id)))).toEqual(leftBy({ state }));
    }
  });

  it("counts the steps of its way, each once: a question is not one when it is asked and one when it is answered", () => {
    const steps = (state: DialogueState): number => taskAt(state, id).steps;
    const replayed = (state: DialogueState): DialogueState => go(again(state, id)).state;
    expect([start, packed, paid].map(({ state }) => steps(replayed(state)))).toEqual([2, 9, 11]);
    for (const { state } of [start, packed, paid]) {
      expect(steps(replayed(state))).toBeLessThanOrEqual(steps(state));
      expect(steps(replayed(replayed(state)))).toBe(steps(replayed(state)));
    }
  });

  it("keeps the journal of the former way until a question is reached", () => {
    const begins = beginReplay(again(packed.state, id), context, id, null).state;
    expect(taskAt(begins, id)).toMatchObject({ journal: {}, recorded: taskAt(packed.state, id).journal, steps: 0 });
    expect(taskAt(begins, id)).not.toHaveProperty("stale");
    // On its way to a question it stops for the search, and may be asked to begin once more.
    const searching = drive(corrected(packed.state, id, to, "Lisbon"), context, null);
    expect(searching.next?.do).toBe("act");
    expect(Object.keys(taskAt(searching.state, id).recorded ?? {})).toContain("trip_1/told#1");
    expect(taskAt(go(again(packed.state, id)).state, id)).not.toHaveProperty("recorded");
  });

  it("asks the open question again, and nothing that was answered", () => {
    const { said } = go(again(packed.state, id));
    expect(said.map(({ kind }) => kind)).toEqual(["confirmation_asked"]);
  });

  it("with another answer ends as the right answer would have at once", () => {
    const changed = go(corrected(packed.state, id, to, "Lisbon"));
    const at = then(then(then(start.state, "from", "Oslo").state, "to", "Lisbon").state, "bags", 1);
    expect(leftBy(changed)).toEqual(leftBy(at));
    expect(changed.calls).toEqual([["search", { from: "Oslo", to: "Lisbon" }]]);
    // What was said in the called flow stays said; what shows the change is said again.
    expect(texts(changed.said)).toEqual(["told"]);
  });

  it("and back again ends where it began: the search runs again, for its result is gone", () => {
    const there = go(corrected(packed.state, id, to, "Lisbon"));
    const back = go(corrected(there.state, id, to, "Rome"));
    expect(leftBy(back)).toEqual(leftBy(packed));
    expect(back.calls).toEqual([["search", { from: "Oslo", to: "Rome" }]]);
  });

  it("keeps the journal exactly as long as the way", () => {
    expect(journalOf(packed.state, id)).toEqual([
      "trip_1/hello#1",
      "trip_1/b#1/ok#1",
      "trip_1/find#1",
      "trip_1/told#1",
    ]);
    const bare = changeTask(packed.state, id, { answers: {} });
    expect(journalOf(go(again(bare, id)).state, id)).toEqual(["trip_1/hello#1"]);
  });

  it("keeps answers that are not reached: they count when their question is", () => {
    const task = taskAt(packed.state, id);
    const { "trip_1.from@0": from, ...others } = task.answers;
    const open = go(again(changeTask(packed.state, id, { answers: others }), id));
    expect(top(open.state).step).toBe("a");
    expect(slotsOf(open.state, id)).toEqual({});
    expect(from?.value).toBe("Oslo");
    const filled = go({ ...answer(open.state, assistant, "from", "Oslo") });
    expect(top(filled.state).step).toBe("sure");
    expect(slotsOf(filled.state, id)).toEqual(slotsOf(packed.state, id));
  });

  it("tells in the events that it went back, and because of which slot", () => {
    const before = { ...packed.state, turn: packed.state.turn === null ? null : { ...packed.state.turn, events: [] } };
    const task = taskAt(before, id);
    const { "trip_1.bags@0": _, ...answers } = task.answers;
    const { state } = go(changeTask({ ...before, pending: null }, id, { answers, stale: ["trip_1.bags"] }));
    expect(eventsOf(state)).toContainEqual({ type: "rewound", flow: "trip", to: "luggage", because: "bags" });
    expect(eventsOf(state).filter(({ type }) => type === "flow_started")).toEqual([]);
  });
});

describe("an effect that is done", () => {
  it("is taken from the journal while its inputs are the same", () => {
    expect(paid.calls).toEqual([["book", { to: "Rome", price: 4 }]]);
    const other = go(corrected(paid.state, id, "trip_1.bags@0", 2));
    expect(other.calls).toEqual([]);
    expect(slotsOf(other.state, id)).toMatchObject({ bags: 2, code: "C-1" });
    expect(top(other.state).step).toBe("done");
  });
});

describe("what happened before a flow went back", () => {
  const round = flowId("round_1");
  const first = then(go(begun(newDialogue(assistant), assistant, "round")).state, "from", "Oslo");
  const back = then(first.state, "bags", 5);
  const done = then(back.state, "bags", 1);

  it("is history: it is taken as it was, whatever changes, and only what came after it runs again", () => {
    const search = ["search", { from: "Oslo", to: "Rome" }];
    expect([back.calls, done.calls]).toEqual([[search], [search]]);
    expect(texts(back.said)).toEqual(["back"]);
    const { journal } = taskAt(done.state, round);
    expect(journal["round_1/find#1"]).toMatchObject({ closed: true });
    expect(journal["round_1/find#2"]).not.toHaveProperty("closed");
    const changed = go(corrected(done.state, round, "round_1.from@0", "Bern"));
    expect(changed.calls).toEqual([["search", { from: "Bern", to: "Rome" }]]);
    expect(texts(changed.said)).toEqual([]);
    expect(taskAt(changed.state, round).journal).toMatchObject({
      "round_1/find#1": { input: { from: "Oslo", to: "Rome" }, closed: true },
      "round_1/find#2": { input: { from: "Bern", to: "Rome" } },
    });
  });
});

describe("trying another answer", () => {
  const verdict = (state: DialogueState, key: string, value: Json) =>
    tryTask(state, context, taskAt(corrected(state, id, key, value), id));

  it("is possible as long as nothing was done, and says where it would lead", () => {
    const tried = verdict(packed.state, to, "Lisbon");
    // It wants to search, and does not.
    expect(tried).toMatchObject({ kind: "possible", state: { flowStack: [{ step: "find" }] } });
    expect(verdict(packed.state, "trip_1.bags@0", 2)).toMatchObject({
      kind: "possible",
      state: { pending: { kind: "confirmation" } },
    });
  });

  it("wants a search to run before it says whether an effect would have been done with the same", () => {
    const from = verdict(paid.state, "trip_1.from@0", "Bern");
    expect(from).toMatchObject({
      kind: "search",
      stop: { do: "act", place: "trip_1/find#1", request: { action: "search", input: { from: "Bern", to: "Rome" } } },
    });
    expect(verdict(paid.state, to, "Lisbon")).toMatchObject({
      kind: "search",
      stop: { request: { input: { from: "Oslo", to: "Lisbon" } } },
    });
    expect(verdict(paid.state, "trip_1.bags@0", 2).kind).toBe("possible");
  });

  it("is settled once an effect would have been done with something else", () => {
    const found = (key: string, value: Json, input: JsonObject, price: number) => {
      const task = taskAt(corrected(paid.state, id, key, value), id);
      const entry: Entry = { kind: "action", input, result: { ok: true, output: { price } }, effect: false };
      return tryTask(paid.state, context, { ...task, journal: { ...task.journal, "trip_1/find#1": entry } }).kind;
    };
    const bern = { from: "Bern", to: "Rome" };
    expect(found("trip_1.from@0", "Bern", bern, 4)).toBe("possible");
    expect(found("trip_1.from@0", "Bern", bern, 5)).toBe("settled");
    expect(found(to, "Lisbon", { from: "Oslo", to: "Lisbon" }, 4)).toBe("settled");
    // It was another search.
    expect(found(to, "Lisbon", bern, 4)).toBe("search");
  });

  it("is settled where what would have to run comes after a yes: it is no mere search then", () => {
    const blind = flowId("blind_1");
    const asked = then(go(begun(newDialogue(assistant), assistant, "blind")).state, "from", "Oslo");
    const done = go(yes(asked.state, assistant));
    expect(done.calls.map(([action]) => action)).toEqual(["search", "book"]);
    const task = taskAt(corrected(done.state, blind, "blind_1.from@0", "Bern"), blind);
    expect(tryTask(done.state, context, task).kind).toBe("settled");
  });

  it("is settled if the effect would not be reached any more", () => {
    const task = taskAt(again(paid.state, id), id);
    const { "trip_1.bags@0": _, ...answers } = task.answers;
    expect(tryTask(paid.state, context, { ...task, answers }).kind).toBe("settled");
  });

  it("is broken where an answer would break a rule", () => {
    expect(verdict(packed.state, "trip_1.bags@0", 9)).toMatchObject({
      kind: "broken",
      rule: { slot: "bags", constraint: { rule: { source: "bags < 9" } } },
    });
    expect(verdict(packed.state, "trip_1.bags@0", 8).kind).toBe("possible");
  });

  it("does not ask the validator of a slot: its verdict came with the value", () => {
    const who = flowId("who_1");
    const first = go(begun(newDialogue(assistant), assistant, "who"));
    const open = then(then(first.state, "vip", "Ada").state, "from", "Oslo");
    const changed = taskAt(corrected(open.state, who, "who_1.from@0", "Bern"), who);
    expect(tryTask(open.state, context, changed).kind).toBe("possible");
    const earlier = told(open.state, assistant, { id: who, slot: "to", value: "Rome", from: "start" });
    expect(tryTask(earlier, context, taskAt(again(earlier, who), who)).kind).toBe("possible");
  });

  it("wants the validator of a step to be asked again once something that it looked at is otherwise", () => {
    const guest = flowId("guest_1");
    const key = "guest_1/g#1?known@0";
    const first = then(go(begun(newDialogue(assistant), assistant, "guest")).state, "from", "Oslo");
    const asks = then(first.state, "to", "Rome");
    expect(asks.stop).toBe("check");
    const checked = (reads: readonly string[], closed = false): DialogueState => {
      const input = checkedInput("Rome", { slot: "to", slots: slotsOf(asks.state, guest), reads });
      return go(
        note(asks.state, guest, key, { kind: "checked", input, reads, ok: true, ...(closed ? { closed } : {}) }),
      ).state;
    };
    const tried = (state: DialogueState, cell: string, value: Json) =>
      tryTask(state, context, taskAt(corrected(state, guest, `guest_1.${cell}@0`, value), guest));
    expect(tried(checked(["from"]), "from", "Bern")).toMatchObject({
      kind: "check",
      stop: { key, check: { slot: "to", validator: "known", value: "Rome" } },
      slots: { from: "Bern", to: "Rome" },
    });
    // It did not look at that, or it was asked about another value.
    expect(tried(checked([]), "from", "Bern").kind).toBe("possible");
    expect(tried(checked([]), "to", "Lisbon").kind).toBe("check");
    expect(tried(checked(["from"]), "from", "Oslo").kind).toBe("possible");
    // The flow has gone back since: that is history.
    expect(tried(checked(["from"], true), "from", "Bern").kind).toBe("possible");
  });

  it("changes nothing, and leaves the tasks below alone", () => {
    const stack = go(begun(packed.state, assistant, "late")).state;
    const before = JSON.stringify(stack);
    expect(verdict(stack, to, "Lisbon").kind).toBe("possible");
    expect(JSON.stringify(stack)).toBe(before);
  });
});

describe("a yes", () => {
  const late = flowId("late_1");
  const shown = go(begun(newDialogue(assistant), assistant, "late"));
  const stepNamed = (name: string): StepOf<"action"> => {
    const step = assistant.flows.get("late")?.steps.get(name);
    if (step?.type !== "action") throw new Error(`No action ${name}.`);
    return step;
  };
  const confirmNamed = assistant.flows.get("late")?.steps.get("sure") as StepOf<"confirm">;
  const nothingShown = { values: { to: null }, cells: { "late_1.to": null }, digest: "", captured: {} };

  it("counts for what it showed: with another value the prompt is shown again", () => {
    const affirmed = yes(packed.state, assistant);
    const changed = go(corrected(affirmed, id, to, "Lisbon"));
    expect(changed.calls.map(([action]) => action)).toEqual(["search"]);
    expect(changed.said.at(-1)).toMatchObject({ kind: "confirmation_asked", values: { to: { value: "Lisbon" } } });
    // What was not shown does not matter.
    const bags = go(corrected(affirmed, id, "trip_1.bags@0", 2));
    expect(bags.calls.map(([action]) => action)).toEqual(["book"]);
  });

  it("that was dropped on the way is dead: back to the first value it is asked for again", () => {
    const affirmed = yes(packed.state, assistant);
    const there = go(corrected(affirmed, id, to, "Lisbon"));
    const back = go(corrected(there.state, id, to, "Rome"));
    expect(back.said.at(-1)?.kind).toBe("confirmation_asked");
    expect(back.calls.map(([action]) => action)).toEqual(["search"]);
  });

  it("given for an empty slot is asked for once more, with its text, where an action would use a value", () => {
    const affirmed = go(yes(shown.state, assistant));
    // Its input is missing: it is asked for.
    expect(affirmed.state.pending).toMatchObject({ kind: "slot", slot: "to" });
    expect(affirmed.calls).toEqual([]);
    const given = then(affirmed.state, "to", "Rome");
    expect(given.said.at(-1)).toMatchObject({
      kind: "confirmation_asked",
      step: "sure",
      values: { to: { value: "Rome" } },
    });
    expect(top(given.state).step).toBe("pay");
    expect(given.calls).toEqual([]);
    const step = top(given.state);
    const renewal = renewalAt(given.state, { step: stepNamed("pay"), frame: step, context });
    expect(renewal?.shown).toMatchObject({ values: { to: "Rome" }, cells: { "late_1.to": "Rome" } });
    if (renewal === null) return;
    const confirmation = { frame: step, ...renewal, key: renewalKey(step) };
    const again = note({ ...given.state, pending: null }, late, confirmation.key, answeredBy(confirmation, "yes"));
    const done = go(again);
    // The second action finds it affirmed too.
    expect(done.calls).toEqual([
      ["book", { to: "Rome", price: 1 }],
      ["book", { to: "Rome", price: 2 }],
    ]);
  });

  it("is not asked for again where the action reads what was shown, or nothing that was", () => {
    const { state } = go(yes(packed.state, assistant));
    const frame = { ...top(state), step: "pay" };
    const pay = assistant.flows.get("trip")?.steps.get("pay");
    if (pay?.type !== "action") throw new Error("No action.");
    expect(renewalAt(state, { step: pay, frame, context })).toBeNull();
    const other = told(state, assistant, { id, slot: "bags", value: 3 });
    expect(renewalAt(other, { step: pay, frame, context })).toBeNull();
  });

  it("that was a no does not stand for what was shown", () => {
    const frame = top(shown.state);
    const asked = { frame, flow: frame.flow, step: confirmNamed, key: "", shown: nothingShown };
    const no = { ...answeredBy(asked, "no") };
    const denied = note(shown.state, late, "late_1/sure#1", no);
    const filled = told(denied, assistant, { id: late, slot: "to", value: "Rome" });
    expect(renewalAt(filled, { step: stepNamed("pay"), frame: top(filled), context })).toBeNull();
  });
});
