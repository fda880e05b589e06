import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, eventsOfType, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun } from "../../../tests/support/tasks.ts";
import type { DialogueState } from "../state/state.ts";
import type { Command } from "./command.ts";
import { execute } from "./execute.ts";

const assistant = assistantOf(`
patterns: { cancellation: { confirm: true } }
slots:
  city: { type: string, description: City, prompt: "City?" }
flows:
  trip: { description: Trip, trigger: { intents: [trip] }, steps: [{ step: where, type: collect, slot: city }] }
`);
const idle = newDialogue(assistant);
const trip = begun(idle, assistant, "trip");
const by = (state: DialogueState, origin: "user" | "api"): DialogueState => ({
  ...state,
  turn: state.turn === null ? null : { ...state.turn, message: { ...state.turn.message, origin } },
});
const run = (state: DialogueState, command: Command) => execute(state, { command, checks: {} }, contextOf(assistant));

describe("a cancellation", () => {
  it("by the user is asked about first, where the project wants that; one by the program is not", () => {
    const cancel: Command = { type: "cancel_flow" };
    expect(run(by(trip, "user"), cancel).state).toMatchObject({
      pending: { kind: "cancel_confirmation" },
      flowStack: [{ flow: "trip" }],
    });
    const { state } = run(by(trip, "api"), cancel);
    expect(state).toMatchObject({ pending: null, flowStack: [] });
    expect(state.metadata.completedFlows.at(-1)).toMatchObject({
      flowState: "cancelled",
      context: "the user cancelled",
    });
    expect(run(by(idle, "user"), cancel).next).toEqual({ do: "refuse", code: "flow.none_active" });
  });
});

describe("a no", () => {
  const asked: DialogueState = { ...trip, pending: { kind: "change" } };

  it("to what to change gives the task up; with the button of another question it does nothing", () => {
    expect(run(asked, { type: "deny" }).state.flowStack).toEqual([]);
    const stale = run(asked, { type: "deny", promptId: "trip_1.sure.1" });
    expect(stale.next).toEqual({ do: "refuse", code: "prompt.stale" });
    expect(stale.state).toMatchObject({ pending: { kind: "change" }, flowStack: [{ flow: "trip" }] });
  });
});

describe("a yes", () => {
  const option = { label: "Trip", command: { type: "start_flow", flow: "trip" } } as const;
  const offered: DialogueState = { ...idle, pending: { kind: "choice", options: [option] } };

  it("takes the one thing that was offered, unless it is the button of another question", () => {
    expect(run(offered, { type: "affirm" }).next).toEqual({ do: "execute", commands: [option.command] });
    expect(run(offered, { type: "affirm", promptId: "p" }).next).toEqual({ do: "refuse", code: "prompt.stale" });
    const two: DialogueState = { ...idle, pending: { kind: "choice", options: [option, option] } };
    expect(run(two, { type: "affirm" }).next).toEqual({ do: "refuse", code: "confirmation.none" });
    const now: DialogueState = { ...offered, pending: { kind: "choice", options: [option], turn: idle.turnCount } };
    expect(run(now, { type: "affirm" }).next).toEqual({ do: "refuse", code: "confirmation.none" });
  });
});

describe("a digression", () => {
  it("is noted with its topic, if it has one, and counted in a flow only", () => {
    const digressed = (command: Command) => eventsOfType(run(idle, command).state, "digressed");
    expect(digressed({ type: "chitchat" })).toEqual([{ kind: "chitchat", topic: "" }]);
    expect(digressed({ type: "out_of_scope" })).toEqual([{ kind: "out_of_scope", topic: "" }]);
    expect(digressed({ type: "out_of_scope", topic: "cars" })).toEqual([{ kind: "out_of_scope", topic: "cars" }]);
    expect(digressed({ type: "clarify", kind: "help", topic: "bags" })).toEqual([{ kind: "help", topic: "bags" }]);
    expect(run(idle, { type: "chitchat" }).state.digressionDepth).toBe(0);
    expect(run(trip, { type: "chitchat" }).state).toMatchObject({ digressionDepth: 1, lastDigressionType: "chitchat" });
  });
});
