import { describe, expect, it } from "vitest";
import type { Command, PublicState } from "../../../src/index.ts";
import type { Plan } from "../plan.ts";
import type { Conversation, Turn } from "../record.ts";
import { inputsFromArchive } from "./archived-inputs.ts";
import { namedTaskOnly } from "./instances.ts";
import { droppedAsAsked } from "./room.ts";

const planWith = (strategy: string): Plan => ({
  version: "1.0",
  settings: { flow_management: { max_stack_depth: 2, on_limit_reached: strategy, confirm_inputs_after: 60 } },
  patterns: {},
  slots: { a: { type: "string", description: "a", validator: "not_four" }, b: { type: "string", description: "b" } },
  flows: {
    f0: {
      description: "f0",
      trigger: { intents: [] },
      inputs: ["a"],
      from: { a: "f1.b" },
      steps: [{ step: "s1", type: "collect", slot: "a" }],
    },
    f1: {
      description: "f1",
      trigger: { intents: [] },
      outputs: ["b"],
      steps: [{ step: "s1", type: "collect", slot: "b" }],
    },
  },
});

interface Shown {
  /** Slots by frame, bottom to top. */
  readonly frames: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly pending?: object | null;
  readonly from?: Readonly<Record<string, string>>;
  readonly archive?: readonly object[];
}

const stateOf = ({ frames, pending = { kind: "slot", slot: "b" }, from = {}, archive = [] }: Shown): PublicState =>
  ({
    flowStack: Object.keys(frames).map((flowId) => ({
      flowId,
      flow: flowId.split("_")[0],
      step: "s1",
      caller: null,
      startedAt: 100_000,
    })),
    flowSlots: frames,
    provenance: Object.fromEntries(
      Object.keys(frames).map((id) => [id, from[id] === undefined ? {} : { a: { by: "input", from: from[id] } }]),
    ),
    pending,
    metadata: { completedFlows: archive },
  }) as unknown as PublicState;

function one(
  strategy: string,
  said: Command,
  shown: { before: Shown; after: Shown; events?: readonly object[] },
): Conversation {
  const turn = {
    sent: [said],
    silence: false,
    results: [{ command: said, result: "done" }],
    texts: ["."],
    events: shown.events ?? [],
    calls: [],
    before: stateOf(shown.before),
    after: stateOf(shown.after),
  } as unknown as Turn;
  return { plan: planWith(strategy), turns: [turn] };
}
const kinds = (found: readonly { readonly kind: string }[]): readonly string[] => found.map(({ kind }) => kind);
const two = { f0_1: { a: "one" }, f0_2: { a: "two" } };
const choice = (...labels: readonly string[]): object => ({
  kind: "choice",
  options: labels.map((label, index) => ({
    label,
    command: { type: "start_flow", flow: "f1", drop: `f0_${index + 1}` },
  })),
});

describe("the oracle about tasks", () => {
  it("finds a command that changes another task than it names", () => {
    const said: Command = { type: "set_slot", slot: "a", value: "x", flowId: "f0_1" };
    const right = { before: { frames: two }, after: { frames: { ...two, f0_1: { a: "x" } } } };
    expect(kinds(namedTaskOnly(one("reject_new", said, right)))).toEqual([]);
    const wrong = { before: { frames: two }, after: { frames: { ...two, f0_2: { a: "x" } } } };
    expect(kinds(namedTaskOnly(one("reject_new", said, wrong)))).toEqual(["set_slot of another task"]);
  });

  it("finds another task that is resumed", () => {
    const said: Command = { type: "resume_flow", flowId: "f0_1" };
    const shown = { before: { frames: two }, after: { frames: two } };
    expect(kinds(namedTaskOnly(one("reject_new", said, shown)))).toEqual(["another one is resumed"]);
    const back = { before: { frames: two }, after: { frames: { f0_2: { a: "two" }, f0_1: { a: "one" } } } };
    expect(kinds(namedTaskOnly(one("reject_new", said, back)))).toEqual([]);
  });

  it("finds a guess between two tasks, and options that look the same", () => {
    const said: Command = { type: "set_slot", slot: "a", value: "x" };
    const open = { ...two, f1_3: {} };
    const guess = { before: { frames: open }, after: { frames: { ...open, f0_2: { a: "x" } } } };
    expect(kinds(namedTaskOnly(one("reject_new", said, guess)))).toEqual(["a task is guessed"]);
    const asked = { before: { frames: open }, after: { frames: open, pending: choice("one", "two") } };
    expect(kinds(namedTaskOnly(one("reject_new", said, asked)))).toEqual([]);
    const alike = { before: { frames: open }, after: { frames: open, pending: choice("one", "one") } };
    expect(kinds(namedTaskOnly(one("reject_new", said, alike)))).toEqual(["options that look the same"]);
  });

  it("finds a task that is dropped unasked", () => {
    const said: Command = { type: "start_flow", flow: "f1" };
    const ended = { type: "flow_ended", flow: "f0", flowId: "f0_1", flowState: "cancelled", reason: "stack limit" };
    const gone = { before: { frames: two }, after: { frames: { f0_2: { a: "two" }, f1_3: {} } }, events: [ended] };
    expect(kinds(droppedAsAsked(one("ask_user", said, gone)))).toEqual(["not asked", "dropped with ask_user"]);
    expect(kinds(droppedAsAsked(one("reject_new", said, gone)))).toEqual(["dropped with reject_new"]);
    expect(droppedAsAsked(one("cancel_oldest", said, gone))).toEqual([]);
    expect(droppedAsAsked(one("ask_user", { ...said, drop: "f0_1" }, gone))).toEqual([]);
    const asked = { before: { frames: two }, after: { frames: two, pending: choice("one", "two") } };
    expect(droppedAsAsked(one("ask_user", said, asked))).toEqual([]);
  });

  it("finds an input that is not the newest one, an old one, and one that changes", () => {
    const said: Command = { type: "start_flow", flow: "f0" };
    const events = [{ type: "flow_started", flow: "f0", flowId: "f0_1", by: "user" }];
    const run = (b: string, completedAt: number) => ({
      flow: "f1",
      flowState: "completed",
      outputs: { b },
      completedAt,
    });
    const took = (a: string, archive: readonly object[]) =>
      kinds(
        inputsFromArchive(
          one("reject_new", said, {
            before: { frames: {}, archive },
            after: { frames: { f0_1: { a } }, from: { f0_1: "f1.b" } },
            events,
          }),
        ),
      );
    expect(took("two", [run("one", 80_000), run("two", 90_000)])).toEqual([]);
    expect(took("one", [run("one", 80_000), run("two", 90_000)])).toEqual(["not the newest one"]);
    expect(took("one", [run("one", 30_000)])).toEqual(["taken though it should not be"]);
    expect(took("four", [run("four", 90_000)])).toEqual(["taken though it should not be"]);
    const none = one("reject_new", said, {
      before: { frames: {}, archive: [run("one", 90_000)] },
      after: { frames: { f0_1: {} } },
      events,
    });
    expect(kinds(inputsFromArchive(none))).toEqual(["not the newest one"]);
    const changed = one(
      "reject_new",
      { type: "set_slot", slot: "b", value: "x" },
      {
        before: { frames: { f0_1: { a: "one" } }, from: { f0_1: "f1.b" } },
        after: { frames: { f0_1: { a: "two" } }, from: { f0_1: "f1.b" } },
      },
    );
    expect(kinds(inputsFromArchive(changed))).toEqual(["another one than it had"]);
  });
});
