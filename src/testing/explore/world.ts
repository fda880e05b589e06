import type { Project } from "../../config/load-project.ts";
import type { ActionContext } from "../../engine/assistant/action.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { createSoni } from "../../runtime/create-soni.ts";
import { type ActionOutcome, outcomesOf } from "./made-values.ts";
import type { Known } from "./moves.ts";

/** One message, and which outcome each action that it calls has: those beyond the list have their usual one. */
export interface Move {
  readonly command: Command;
  readonly outcomes: readonly number[];
}

export interface MadeCall {
  readonly action: string;
  readonly chosen: number;
  readonly outcomes: readonly ActionOutcome[];
}

export interface MadeTurn {
  readonly move: Move;
  readonly result: TurnResult;
  readonly calls: readonly MadeCall[];
}

/** A conversation as far as it came; `thrown`: what its last message threw. */
export interface MadeConversation {
  readonly turns: readonly MadeTurn[];
  readonly thrown?: string;
}

/** A conversation under way. */
export interface Talk {
  readonly conversation: () => MadeConversation;
  /** False if the message threw: there is no next one. */
  say(move: Move): Promise<boolean>;
}

export interface World {
  begin(): Talk;
  hold(moves: readonly Move[]): Promise<MadeConversation>;
  close(): Promise<void>;
}

export type LoadedProject = Omit<Project, "assistant"> & { readonly assistant: Assistant };

/** Some Monday. */
const clock = Date.UTC(2026, 0, 5, 10);

/** The engine with the YAML of a project and its validators. Actions give what the moves say: the project's own are never called. */
export function openWorld(project: LoadedProject, known: Known): World {
  const { validators, normalizers, commands, steps, slotTypes } = project;
  const { settings } = project.assistant;
  const assistant = { ...project.assistant, settings: { ...settings, runtime: { host: "direct" as const } } };
  const outcomes = new Map(
    [...assistant.actions.keys()].map((name) => [name, outcomesOf(name, assistant, known.uses)]),
  );
  let planned: readonly number[] = [];
  let calls: MadeCall[] = [];
  const stand = (action: string) => (_input: JsonObject, _context: ActionContext) => {
    const choices = outcomes.get(action) ?? [];
    const chosen = Math.min(planned[calls.length] ?? 0, choices.length - 1);
    calls.push({ action, chosen, outcomes: choices });
    const outcome = choices[chosen];
    if (outcome?.kind !== "gives") throw new Error("It failed, as this try wants it.");
    return outcome.output;
  };
  const soni = createSoni({
    ...{ assistant: withoutRetries(assistant), validators, normalizers, commands, steps, slotTypes },
    actions: Object.fromEntries([...assistant.actions.keys()].map((name) => [name, stand(name)])),
    understander: { understand: async () => ({ commands: [], confidence: 0 }) },
    clock: { now: () => clock },
  });
  let begun = 0;
  const begin = (): Talk & { end(): Promise<void> } => {
    begun += 1;
    const conversationId = `c${begun}`;
    const turns: MadeTurn[] = [];
    let thrown: string | undefined;
    return {
      conversation: () => ({ turns: [...turns], ...(thrown === undefined ? {} : { thrown }) }),
      async say(move) {
        [planned, calls] = [move.outcomes, []];
        const message = { conversationId, messageId: `m${turns.length + 1}`, text: "", command: move.command };
        try {
          const result = await soni.processMessage(message);
          turns.push({ move, result, calls });
          return true;
        } catch (error) {
          thrown = error instanceof Error ? error.message : String(error);
          return false;
        }
      },
      end: () => soni.deleteConversation(conversationId),
    };
  };
  return {
    begin,
    async hold(moves) {
      const talk = begin();
      for (const move of moves) if (!(await talk.say(move))) break;
      await talk.end();
      return talk.conversation();
    },
    close: () => soni.close(),
  };
}

/** An action that fails fails at once: waiting for its next attempt tells nothing. */
const withoutRetries = (assistant: Assistant): Assistant => ({
  ...assistant,
  flows: new Map(
    [...assistant.flows].map(([name, flow]) => [
      name,
      {
        ...flow,
        steps: new Map(
          [...flow.steps].map(([key, step]) => [
            key,
            step.type === "action" ? { ...step, retry: { ...step.retry, attempts: 1 } } : step,
          ]),
        ),
      },
    ]),
  ),
});
