import type { DialogueState } from "../engine/state/state.ts";
import type { StoredState } from "../engine/state/store.ts";
import { act } from "../turn/act.ts";
import { newTurn } from "../turn/begin-turn.ts";
import { type SetAside, setAsideTurn } from "../turn/set-aside.ts";
import { isActionWanted, isDurablePoint, type Stages } from "../turn/stages.ts";
import { turnOrApology } from "../turn/take-turn.ts";
import type { SaveState, TurnHost } from "./turn-host.ts";

/** The steps that LangGraph counts up to the same save: the input of a run is one. */
const supersteps = { firstTurn: 1, turnAfterWaiting: 2, next: 1 } as const;

/**
 * The same stages as the graph, called by a plain loop, for a fifth of the CPU or less. It saves the same states under the same
 * steps, so that a conversation can move between the two at any turn.
 */
export function createDirectHost(stages: Stages, save: SaveState): TurnHost {
  /** Saves the state if a turn can be continued from it, and continues until the conversation waits for its user. */
  async function run(first: Promise<DialogueState>, step: number): Promise<StoredState> {
    let stored: StoredState = { state: await first, step };
    for (;;) {
      const { state } = stored;
      if (isDurablePoint(state)) await save(stored);
      if (state.turn === null) return stored;
      const next = await (isActionWanted(state) ? act(state, stages) : turnOrApology(state, stages));
      stored = { state: next, step: stored.step + supersteps.next };
    }
  }

  /** Ends the turn where it is, by an apology. */
  async function end(state: DialogueState, setAside: SetAside, step: number): Promise<StoredState> {
    const stored = { state: await setAsideTurn(state, setAside, stages), step };
    await save(stored);
    return stored;
  }

  return {
    async take({ state, step }, message, setAside) {
      const start = { ...state, turn: newTurn(message) };
      const next = step + (step === 0 ? supersteps.firstTurn : supersteps.turnAfterWaiting);
      return setAside === null ? run(turnOrApology(start, stages), next) : end(start, setAside, next);
    },
    async finish(from, setAside) {
      const { state } = from;
      if (state.turn === null) return from;
      const next = from.step + supersteps.next;
      if (setAside !== null) return end(state, setAside, next);
      return run(isActionWanted(state) ? act(state, stages) : turnOrApology(state, stages), next);
    },
  };
}
