import type { Assistant, TurnEvent } from "../../src/index.ts";
import { improvise } from "../random/case.ts";
import type { Engine, Talk } from "../random/engine.ts";
import { type Chance, chanceOf } from "../random/make/chance.ts";
import { makeAssistant } from "../random/make/make-assistant.ts";
import { makeErrand, makeWish } from "../random/make/make-errand.ts";
import type { Plan } from "../random/plan.ts";
import type { Conversation, Message, Turn } from "../random/record.ts";
import { askedSlots, runErrand } from "../random/run-errand.ts";
import type { Opening, Saying } from "./random-process.ts";
import type { RandomProcess } from "./start-random-process.ts";

/** A random assistant and what its user says. */
export interface MadeTalk {
  readonly plan: Plan;
  readonly messages: readonly Message[];
}

/** Null if the assistant does not load, and mostly if nothing is done in a called flow, after a link or in a later round. */
export async function makeTalk(process: RandomProcess, seed: number, folder: string): Promise<MadeTalk | null> {
  const chance = chanceOf(seed);
  const plan = withIdempotent(chance, makeAssistant(chance));
  const engine = engineOn(process, folder);
  const assistant = await engine.load(plan);
  if (Array.isArray(assistant)) return null;
  const conversation = await converse(engine, { plan, assistant: assistant as Assistant, chance });
  const keys = conversation?.turns.flatMap(({ events }) => events.flatMap(keyOf)) ?? [];
  if (conversation === null || !chance.percent(keys.some(isInner) ? 100 : keys.length > 0 ? 35 : 5)) return null;
  const messages = conversation.turns.map(
    ({ sent, silence }): Message => ({
      commands: sent,
      ...(silence ? { silence } : {}),
    }),
  );
  return { plan, messages };
}

const keyOf = (event: TurnEvent): readonly string[] => (event.type === "action_started" ? [event.key] : []);

/** The place that a key holds is in a called flow, after a link, or in a later round: where what is done is easily lost. */
const isInner = (key: string): boolean => /[/>]|#([2-9]|1\d)/.test(key);

/** Two of three actions may be repeated under their key. */
function withIdempotent(chance: Chance, plan: Plan): Plan {
  const actions = Object.entries(plan.actions ?? {}).map(
    ([name, action]) => [name, chance.percent(67) ? { ...action, idempotent: true as const } : action] as const,
  );
  return { ...plan, actions: Object.fromEntries(actions) };
}

/** Half of the users say anything, half say one thing wrong and correct it. */
async function converse(
  engine: Engine,
  given: { readonly plan: Plan; readonly assistant: Assistant; readonly chance: Chance },
): Promise<Conversation | null> {
  const { plan, assistant, chance } = given;
  const wish = chance.percent(50) ? makeWish(chance, plan) : null;
  if (wish === null) return (await improvise(engine, given)).conversation;
  const asked = await askedSlots(engine, plan, assistant, wish);
  const errand = makeErrand(chance, plan, wish, asked);
  const runs = errand === null ? null : await runErrand(engine, plan, assistant, errand);
  return runs?.corrected ?? null;
}

/** When each message is sent; sessions expire after half an hour. */
function timesOf(messages: readonly Message[]): readonly number[] {
  let now = Date.UTC(2026, 10, 15, 12);
  return messages.map(({ silence = false }) => {
    now += silence ? 3_600_000 : 1_000;
    return now;
  });
}

export const sayingOf = (messages: readonly Message[], index: number): Omit<Saying, "dieAt" | "recover"> => ({
  commands: messages[index]?.commands ?? [],
  messageId: `m${index + 1}`,
  at: timesOf(messages)[index] ?? 0,
});

/** The engine inside the process, as the makers of conversations want it: in memory, on the direct host. */
function engineOn(process: RandomProcess, folder: string): Engine {
  const opening = (plan: Plan): Opening => ({
    ...{ plan, host: "direct", place: null, conversationId: "c", folder, trail: null, unknown: [] },
  });
  return {
    async load(plan) {
      const findings = await process.open(opening(plan));
      // Only passed back to `begin`, which has the plan.
      return findings.length > 0 ? findings : ({} as Assistant);
    },
    begin: (plan) => beginTalk(process, opening(plan)),
    close: () => undefined,
  };
}

function beginTalk(process: RandomProcess, opening: Opening): Talk {
  const turns: Turn[] = [];
  const messages: Message[] = [];
  return {
    turns,
    async say(message) {
      if (messages.length === 0) await process.open(opening);
      messages.push(message);
      const given = sayingOf(messages, messages.length - 1);
      const said = await process.say({ ...given, dieAt: null, recover: false });
      if (said === null) throw new Error("The process was killed, which nobody wanted.");
      const { messages: told, commands: results, events, state } = said.reply;
      const texts = told.map(({ text }) => text);
      const { commands: sent, silence = false } = message;
      const before = turns.at(-1)?.after ?? null;
      turns.push({ sent, silence, results, texts, events, calls: said.calls, before, after: state });
      return true;
    },
    conversation: () => ({ plan: opening.plan, turns }),
  };
}
