import type { Assistant } from "../../src/index.ts";
import type { Engine, Way } from "./engine.ts";
import type { Chance } from "./make/chance.ts";
import type { Errand } from "./make/make-errand.ts";
import { makeMessage, withDoubts } from "./make/make-message.ts";
import { agree } from "./oracle/agreement.ts";
import { correctedLikeRight } from "./oracle/corrections.ts";
import { violationsOf, violationsOfPlainAnswers } from "./oracle/invariants.ts";
import type { Plan } from "./plan.ts";
import type { Conversation, Message, Violation } from "./record.ts";
import { runErrand } from "./run-errand.ts";

/** Somebody who talks to an assistant. */
export type User =
  | { readonly kind: "messages"; readonly messages: readonly Message[]; readonly ways: readonly Way[] }
  | { readonly kind: "errand"; readonly errand: Errand };

export interface Case {
  readonly plan: Plan;
  readonly user: User;
}

export interface Tried {
  readonly violations: readonly Violation[];
  readonly conversations: readonly Conversation[];
}

/** Lets the user talk and looks at what happened. */
export async function tryCase(engine: Engine, { plan, user }: Case, assistant: Assistant): Promise<Tried> {
  if (user.kind === "errand") {
    const runs = await runErrand(engine, plan, assistant, user.errand);
    if (runs === null) return { violations: [], conversations: [] };
    const plain = [runs.right, runs.wrong].flatMap(violationsOfPlainAnswers);
    const violations = [...correctedLikeRight(runs), ...violationsOf(runs.corrected), ...plain];
    return { violations, conversations: [runs.corrected, runs.right, runs.wrong] };
  }
  const first = await talk(engine, { plan, messages: user.messages, assistant, way: "direct" });
  const violations = [...violationsOf(first)];
  for (const way of user.ways) {
    const other = way === "langgraph" ? await engine.load(plan, "langgraph") : assistant;
    if (Array.isArray(other)) continue;
    const again = await talk(engine, { plan, messages: user.messages, assistant: other as Assistant, way });
    violations.push(...agree(first, again, way));
  }
  return { violations, conversations: [first] };
}

interface Talked {
  readonly plan: Plan;
  readonly messages: readonly Message[];
  readonly assistant: Assistant;
  readonly way: Way;
}

async function talk(engine: Engine, { plan, messages, assistant, way }: Talked): Promise<Conversation> {
  const conversation = engine.begin(plan, assistant, way);
  for (const message of messages) if (!(await conversation.say(message))) break;
  return conversation.conversation();
}

/**
 * Messages of a user who says anything, made up while they are said. `undoes`: how many in a hundred take back the one before.
 * `doubts`: how many commands in a hundred may not be meant.
 */
export async function improvise(
  engine: Engine,
  {
    plan,
    assistant,
    chance,
    undoes = 0,
    doubts = 0,
  }: {
    readonly plan: Plan;
    readonly assistant: Assistant;
    readonly chance: Chance;
    readonly undoes?: number;
    readonly doubts?: number;
  },
): Promise<{ readonly messages: readonly Message[]; readonly conversation: Conversation }> {
  const talking = engine.begin(plan, assistant);
  const messages: Message[] = [];
  const length = 4 + chance.below(14);
  while (messages.length < length) {
    const state = talking.turns.at(-1)?.after ?? null;
    const message: Message =
      undoes > 0 && chance.percent(undoes) ? { commands: [{ type: "undo" }] } : makeMessage(chance, plan, state);
    const said = doubts > 0 ? withDoubts(chance, message, doubts) : message;
    messages.push(said);
    if (!(await talking.say(said))) break;
  }
  return { messages, conversation: talking.conversation() };
}
