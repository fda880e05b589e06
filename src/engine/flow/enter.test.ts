import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOf, newDialogue, noon } from "../../../tests/support/dialogue.ts";
import { begun, called, frameAt, placed, taskAt, told, top } from "../../../tests/support/tasks.ts";
import type { Flow } from "../assistant/flow.ts";
import { flowId } from "../ids.ts";
import type { ArchivedFrame, DialogueState } from "../state/state.ts";
import { type Entered, type Entering, enter } from "./enter.ts";
import { activeGroup } from "./frames.ts";
import { endFrames } from "./stack.ts";
import type { StackLimitDecision } from "./stack-limit.ts";

const assistant = assistantOf(`
settings: { flow_management: { max_stack_depth: 2 } }
slots:
  city: { type: string, description: City, prompt: "City?" }
flows:
  book:
    description: Book a trip
    trigger: { intents: [book] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: firm, type: collect, slot: city, interruptible: false }
  weather:
    description: See the weather
    trigger: { intents: [weather] }
    steps: [{ step: where, type: collect, slot: city }]
  vip:
    description: For members
    trigger: { intents: [vip], condition: session.member }
    steps: [{ step: hi, type: say, message: Hi. }]
  inner:
    description: Called
    steps: [{ step: hi, type: say, message: Hi. }]
`);
const later = noon + 5000;
const context = contextOf(assistant, later);
const book = flowId("book_1");
const nothing = newDialogue(assistant);
const stackOf = (...flows: readonly string[]): DialogueState =>
  flows.reduce((now, flow) => begun(now, assistant, flow), nothing);
const flow = (name: string): Flow => {
  const found = assistant.flows.get(name);
  if (found === undefined) throw new Error(`No flow ${name}.`);
  return found;
};
const start = (name: string, by: "user" | "api" | "system" = "user"): Entering => ({
  kind: "start",
  flow: flow(name),
  by,
});
const into = (state: DialogueState, wanted: Entering, decision: StackLimitDecision | null = null): Entered =>
  enter(state, context, { ...wanted, decision });
const entered = (state: DialogueState, wanted: Entering, decision: StackLimitDecision | null = null) => {
  const result = into(state, wanted, decision);
  if (result.kind !== "entered") throw new Error(result.kind);
  return result;
};
const patterns = ({ say }: { say: Extract<Entered, { kind: "refused" }>["say"] }): readonly string[] =>
  say.flatMap((outcome) => (outcome.kind === "pattern" ? [outcome.pattern] : []));
const refusal = (result: Entered) => {
  if (result.kind !== "refused") throw new Error(result.kind);
  return [result.code, ...patterns(result)];
};

describe("starting a task", () => {
  it("makes it active, with the values that the assistant gives it", () => {
    const { state, frame, say } = entered(stackOf("book"), {
      kind: "start",
      flow: flow("weather"),
      by: "system",
      inputs: { city: "Rome" },
    });
    expect(frame).toEqual(top(state));
    expect(frame).toMatchObject({ flowId: "weather_2", flowState: "active", system: true });
    expect(taskAt(state, "weather_2").inputs).toEqual({ city: "Rome" });
    expect(taskAt(entered(nothing, start("book")).state, "book_1").inputs).toEqual({});
    expect(frameAt(state, "book_1").flowState).toBe("paused");
    expect(say).toEqual([]);
  });

  it("is refused to a user where the flow may not be started, not to a program", () => {
    expect(refusal(into(nothing, start("inner")))).toEqual(["flow.out_of_scope", "flow_unavailable"]);
    expect(refusal(into(nothing, start("vip")))).toEqual(["flow.out_of_scope", "flow_unavailable"]);
    expect(into({ ...nothing, session: { member: true } }, start("vip")).kind).toBe("entered");
    expect(into(nothing, start("inner", "api")).kind).toBe("entered");
  });

  it("is refused where the active flow must not be left, whichever way", () => {
    const firm = placed(stackOf("book"), book, { step: "firm" });
    expect(refusal(into(firm, start("weather")))).toEqual(["flow.not_interruptible", "flow_not_interruptible"]);
    expect(refusal(into(firm, start("inner", "api")))).toEqual(["flow.not_interruptible", "flow_not_interruptible"]);
    const above = placed(stackOf("weather", "book"), "book_2", { step: "firm" });
    expect(refusal(into(above, { kind: "raise", id: flowId("weather_1") }))[0]).toBe("flow.not_interruptible");
    // At its end it can be.
    expect(into(placed(stackOf("book"), book, { step: null }), start("weather")).kind).toBe("entered");
  });
});

describe("the limit of the stack", () => {
  const full = stackOf("book", "weather");

  it("asks what is to happen once it is reached", () => {
    const result = into(full, start("weather"));
    expect(result).toMatchObject({ kind: "crowded", limit: 2 });
    if (result.kind === "crowded")
      expect(result.groups.map(({ root }) => root.flowId)).toEqual(["book_1", "weather_2"]);
    expect(into(stackOf("book"), start("weather")).kind).toBe("entered");
  });

  it("refuses the new one, or ends those that it is told to, and says so", () => {
    expect(refusal(into(full, start("weather"), { do: "reject" }))).toEqual(["stack.limit_reached", "stack_limit"]);
    const result = into(full, start("weather"));
    const groups = result.kind === "crowded" ? result.groups.slice(0, 1) : [];
    const { state, say } = entered(full, start("weather"), { do: "cancel", groups });
    expect(state.flowStack.map(({ flowId: id }) => id)).toEqual(["weather_2", "weather_3"]);
    expect(state.metadata.completedFlows).toMatchObject([
      { flow: "book", flowState: "cancelled", context: "stack limit", completedAt: later },
    ]);
    expect(patterns({ say })).toEqual(["oldest_cancelled"]);
    expect(say).toMatchObject([{ values: { flow_description: { value: "Book a trip" } } }]);
  });

  it("lets the user say which one is given up, among those that the strategy names", () => {
    const result = into(full, start("weather"));
    const groups = result.kind === "crowded" ? result.groups : [];
    const asked = into(full, start("weather"), { do: "ask", groups });
    expect(asked).toMatchObject({ kind: "ask", say: [] });
    if (asked.kind === "ask") {
      expect(asked.state).toBe(full);
      expect(asked.groups.map(({ root }) => root.flowId)).toEqual(["book_1", "weather_2"]);
    }
    const chosen = (drop: string, some = groups) =>
      enter(full, context, { ...start("weather"), decision: { do: "ask", groups: some }, drop });
    const dropped = chosen("weather_2");
    expect(dropped.kind === "entered" && dropped.state.flowStack.map(({ flowId: id }) => id)).toEqual([
      "book_1",
      "weather_3",
    ]);
    expect(chosen("weather_2", groups.slice(0, 1)).kind).toBe("ask");
    expect(chosen("weather_9").kind).toBe("ask");
    // Only a strategy that asks lets the user decide.
    expect(enter(full, context, { ...start("weather"), decision: { do: "reject" }, drop: "book_1" }).kind).toBe(
      "refused",
    );
  });

  it("may need more than one of them, where it was lowered since", () => {
    const three = stackOf("book", "weather", "book");
    const result = into(three, start("weather"));
    const groups = result.kind === "crowded" ? result.groups : [];
    const asked = enter(three, context, { ...start("weather"), decision: { do: "ask", groups }, drop: "book_1" });
    expect(asked).toMatchObject({
      kind: "ask",
      groups: [{ root: { flowId: "weather_2" } }, { root: { flowId: "book_3" } }],
    });
    if (asked.kind === "ask")
      expect(asked.state.flowStack.map(({ flowId: id }) => id)).toEqual(["weather_2", "book_3"]);
  });

  it("does not count where there is room, whatever was decided", () => {
    expect(into(stackOf("book"), start("weather"), { do: "reject" }).kind).toBe("entered");
  });

  it("does not hinder the return to a task that is on the stack", () => {
    expect(into(full, { kind: "raise", id: book }).kind).toBe("entered");
  });
});

describe("the active task from its beginning", () => {
  const restart = (state: DialogueState): Entering => {
    const group = activeGroup(state);
    if (group === null) throw new Error("Nothing is active.");
    return { kind: "restart", flow: flow(group.root.flow), task: taskAt(state, group.root.flowId), group };
  };

  it("ends and begins again, with what the assistant had given it", () => {
    const before = entered(nothing, { ...start("weather", "system"), inputs: { city: "Rome" } } as Entering).state;
    const { state } = entered(before, restart(before));
    expect(state.flowStack.map(({ flowId: id }) => id)).toEqual(["weather_2"]);
    expect(taskAt(state, "weather_2").inputs).toEqual({ city: "Rome" });
    expect(state.metadata.completedFlows).toMatchObject([{ flowState: "cancelled", context: "the user started over" }]);
  });

  it("needs no more room than it has, but no less either", () => {
    const full = stackOf("book", "weather");
    expect(into(full, restart(full)).kind).toBe("entered");
    const over = stackOf("book", "weather", "weather");
    expect(into(over, restart(over)).kind).toBe("crowded");
    expect(refusal(into(over, restart(over), { do: "reject" }))[0]).toBe("stack.limit_reached");
  });

  it("is refused where the question must not be left, or the flow may no longer be started", () => {
    const firm = placed(stackOf("book"), book, { step: "firm" });
    expect(refusal(into(firm, restart(firm)))[0]).toBe("flow.not_interruptible");
    const member = entered({ ...nothing, session: { member: true } }, start("vip")).state;
    expect(refusal(into({ ...member, session: {} }, restart(member)))[0]).toBe("flow.out_of_scope");
  });
});

describe("a paused task that is resumed", () => {
  const calling = called(stackOf("book"), assistant, "weather");

  it("comes to the top with what it called; the one above is paused below it", () => {
    const before = begun(calling, assistant, "weather");
    const { state, frame } = entered({ ...before, pending: { kind: "change" } }, { kind: "raise", id: book });
    expect(state.flowStack.map((each) => [each.flowId, each.flowState])).toEqual([
      ["weather_2", "paused"],
      ["book_1", "paused"],
      ["book_1/ask#1", "active"],
    ]);
    expect(frameAt(state, "weather_2")).toMatchObject({ pausedAt: later, context: "another flow was resumed" });
    expect(frame).toMatchObject({ flowId: "book_1/ask#1", pausedAt: null, context: null });
    expect(state.resumed).toBe("book_1");
    expect(state.pending).toBeNull();
    expect(eventsOf(state).slice(-2)).toEqual([
      { type: "flow_paused", flow: "weather", flowId: "weather_2" },
      { type: "flow_resumed", flow: "weather", flowId: "book_1/ask#1" },
    ]);
  });

  it("is refused if it is the active one, also where its callee is on top, or is not there", () => {
    for (const id of ["book_1", "book_1/ask#1", "book_9"])
      expect(refusal(into(calling, { kind: "raise", id: flowId(id) }))).toEqual(["flow.not_paused", "flow_not_paused"]);
  });

  it("is progress", () => {
    const before = stackOf("book", "weather");
    const idle: DialogueState = { ...before, turn: before.turn === null ? null : { ...before.turn, progress: false } };
    expect(entered(idle, { kind: "raise", id: book }).state.turn?.progress).toBe(true);
  });
});

describe("a task that a timeout put aside", () => {
  const before = placed(
    told(called(stackOf("book"), assistant, "weather"), assistant, {
      id: flowId("book_1/ask#1"),
      slot: "city",
      value: "Rome",
    }),
    "book_1/ask#1",
    { question: { asking: true } },
  );
  const ended = endFrames(before, context, { frames: before.flowStack, flowState: "abandoned", now: later });
  const [archived] = ended.metadata.completedFlows as readonly [ArchivedFrame];

  it("comes back as it was, on top of what runs now, and asks again", () => {
    const now = { ...begun(ended, assistant, "weather"), pending: { kind: "change" } as const };
    const { state, frame } = entered(now, { kind: "restore", archived });
    expect(state.flowStack.map((each) => [each.flowId, each.flowState])).toEqual([
      ["weather_2", "paused"],
      ["book_1", "paused"],
      ["book_1/ask#1", "active"],
    ]);
    expect(frameAt(state, "weather_2").context).toBe("an earlier flow was resumed");
    expect(frame).toMatchObject({ step: "where", question: { asking: false } });
    expect(state.resumed).toBe("book_1");
    expect(state.tasks[book]).toEqual(before.tasks[book]);
    expect(state.flowSlots).toEqual({ ...before.flowSlots, weather_2: {} });
    expect(state.provenance).toMatchObject(before.provenance);
    expect(state.metadata.completedFlows).toEqual([]);
    expect(state.turn?.progress).toBe(true);
  });

  it("leaves the others in the archive, and what ended otherwise", () => {
    const other: ArchivedFrame = { ...archived, flowId: flowId("weather_7") };
    const done: ArchivedFrame = { ...archived, flowId: flowId("book_1/x#1"), flowState: "completed" };
    const both = { ...ended, metadata: { ...ended.metadata, completedFlows: [archived, other, done] } };
    const { state } = entered(both, { kind: "restore", archived });
    expect(state.metadata.completedFlows).toEqual([other, done]);
  });

  it("cannot come back where nothing of it was kept", () => {
    const { resume: _, ...bare } = archived;
    expect(refusal(into(ended, { kind: "restore", archived: bare }))).toEqual(["flow.not_paused", "flow_not_paused"]);
  });

  it("needs room as a new one does", () => {
    const full = begun(begun(ended, assistant, "weather"), assistant, "weather");
    expect(into(full, { kind: "restore", archived }).kind).toBe("crowded");
    expect(refusal(into(full, { kind: "restore", archived }, { do: "reject" }))[0]).toBe("stack.limit_reached");
  });
});
