import { setTimeout as sleep } from "node:timers/promises";
import { english } from "../../src/language/en/texts.ts";
import type { RandomNumbers } from "../support/random-numbers.ts";
import { begin, type Entry, noRefusals, type Refusals, say, transcriptOf } from "./chat-client.ts";
import type { ShopApi } from "./shop-api.ts";

interface LoadOptions {
  readonly conversations: number;
  readonly api: ShopApi;
  readonly random: RandomNumbers;
  /** Where to send it: the client's number, then how often it has tried. */
  readonly url: (client: number, attempt: number) => string;
  /** How long clients wait between two messages, at most. */
  readonly pauseMs: number;
  /** How long they wait after a refusal, given the seconds that the server asks for. */
  readonly retryMs?: (retryAfter: number | null) => number;
}

interface Acknowledged extends Entry {
  readonly text: string;
  /** The last turn that was answered when this was sent. */
  readonly after: number;
}

interface Conversation {
  readonly id: string;
  readonly number: number;
  /** In the order in which they were answered. */
  readonly acknowledged: Acknowledged[];
  latest: number;
}

export interface Figures {
  readonly acknowledged: number;
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
  readonly wrongReplies: number;
  readonly duplicatedEffects: number;
  readonly missingEffects: number;
  /** Charges that were interrupted, and said so. */
  readonly outcomeUnknown: number;
  /** Messages that were set aside, and said so: each of their attempts was killed. */
  readonly setAside: number;
}

/** What must be nought, whatever was killed. */
export const harmless = {
  lost: 0,
  twice: 0,
  outOfOrder: 0,
  wrongReplies: 0,
  duplicatedEffects: 0,
  missingEffects: 0,
} as const;

export interface Load {
  readonly refusals: Refusals;
  answered(): number;
  /** Milliseconds from the first attempt to the reply, of the message that waited longest. */
  longestWait(): number;
  /** Lets every client finish what it has begun. */
  stop(): Promise<void>;
  /** Compares what clients were told with what is stored and with what happened outside. */
  check(): Promise<Figures>;
}

/** Each conversation has a buyer, who orders, answers, pays, and somebody who talks in between. */
export function startLoad(options: LoadOptions): Load {
  const { api, random, pauseMs } = options;
  const refusals = noRefusals();
  let isOver = false;
  let longest = 0;

  const trying = (number: number) => ({
    url: (attempt: number) => options.url(number, attempt),
    refusals,
    ...(options.retryMs === undefined ? {} : { pause: options.retryMs }),
  });
  const tell = async (conversation: Conversation, messageId: string, text: string): Promise<void> => {
    const after = conversation.latest;
    const started = performance.now();
    const reply = await say({ conversationId: conversation.id, messageId, text }, trying(conversation.number));
    longest = Math.max(longest, performance.now() - started);
    conversation.latest = Math.max(conversation.latest, reply.turn);
    conversation.acknowledged.push({ ...reply, messageId, text, after });
    await sleep(random(pauseMs));
  };
  const buy = async (conversation: Conversation): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const item = `${conversation.id}-${number}`;
      const turns = [`order ${item}`, `quantity ${number + 1}`, `pay ${item}`];
      for (const [index, text] of turns.entries()) await tell(conversation, `buyer-${number}-${index}`, text);
    }
  };
  const talk = async (conversation: Conversation): Promise<void> => {
    for (let number = 0; !isOver; number += 1) await tell(conversation, `talker-${number}`, `echo ${number}`);
  };
  const conversations = Array.from(
    { length: options.conversations },
    (_, number): Conversation => ({ id: `c${number}`, number, acknowledged: [], latest: 0 }),
  );
  const work = Promise.all(
    conversations.map(async (conversation) => {
      await begin(conversation.id, trying(conversation.number));
      await Promise.all([buy(conversation), talk(conversation)]);
    }),
  );
  // Told to whoever stops it.
  work.catch(() => undefined);

  return {
    refusals,
    answered: () => conversations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    longestWait: () => Math.round(longest),
    async stop() {
      isOver = true;
      await work;
    },
    async check() {
      const figures: Figures[] = [];
      for (const conversation of conversations) {
        const entries = await transcriptOf(conversation.id, trying(conversation.number));
        figures.push(compare(conversation, entries, api));
      }
      return figures.reduce(add);
    },
  };
}

function compare({ acknowledged }: Conversation, entries: readonly Entry[], api: ShopApi): Figures {
  const stored = new Map(entries.map((entry) => [entry.messageId, entry]));
  const last: Record<string, number> = {};
  let [lost, outOfOrder, wrongReplies, duplicatedEffects, missingEffects, outcomeUnknown] = [0, 0, 0, 0, 0, 0];
  const setAside = acknowledged.filter(isSetAside);
  // The rest of that order is answered otherwise.
  const spoiled = new Set(setAside.map(orderOf));
  for (const { messageId, turn, texts, text, after } of acknowledged) {
    const entry = stored.get(messageId);
    if (entry === undefined) lost += 1;
    else if (entry.turn !== turn || entry.texts.join() !== texts.join()) wrongReplies += 1;
    // Each sender waits for its answer, so its turns are in the order in which it was answered.
    const [sender = ""] = messageId.split("-");
    if (turn <= after || turn <= (last[sender] ?? 0)) outOfOrder += 1;
    last[sender] = turn;
    const [verb = "", rest = ""] = text.split(" ");
    const said = texts.join(" ");
    if (verb === "pay" && api.callsOf("charge", rest) > 1) duplicatedEffects += 1;
    if (verb === "order" && api.effectsOf("book", rest) > 1) duplicatedEffects += 1;
    if (spoiled.has(orderOf({ messageId }))) continue;
    if (verb === "pay") {
      const isSure = said.includes(`Charged ${rest}: R-${rest}.`);
      const isUnknown = said.includes(`Not sure about ${rest}: action.outcome_unknown.`);
      if (!isSure && !isUnknown) wrongReplies += 1;
      if (isUnknown) outcomeUnknown += 1;
      if (isSure && api.callsOf("charge", rest) === 0) missingEffects += 1;
    } else if (verb === "order") {
      if (!said.includes(`How many ${rest}?`)) wrongReplies += 1;
      if (api.effectsOf("book", rest) === 0) missingEffects += 1;
    } else if (!said.includes(verb === "quantity" ? `Booked ${rest} of ` : `Heard ${rest}.`)) wrongReplies += 1;
  }
  const turns = entries.map(({ turn }) => turn);
  const twice = entries.length - new Set(turns).size + Math.max(0, entries.length - acknowledged.length);
  return {
    acknowledged: acknowledged.length,
    ...{ lost, twice, outOfOrder, wrongReplies, duplicatedEffects, missingEffects, outcomeUnknown },
    setAside: setAside.length,
  };
}

const isSetAside = ({ texts }: Acknowledged): boolean =>
  texts.some((text) => text === english.patterns["message_quarantined"]?.default);

/** `buyer-3` of `buyer-3-1`; a talker's messages stand for themselves. */
const orderOf = ({ messageId }: Pick<Acknowledged, "messageId">): string => messageId.split("-", 2).join("-");

const add = (a: Figures, b: Figures): Figures => ({
  acknowledged: a.acknowledged + b.acknowledged,
  lost: a.lost + b.lost,
  twice: a.twice + b.twice,
  outOfOrder: a.outOfOrder + b.outOfOrder,
  wrongReplies: a.wrongReplies + b.wrongReplies,
  duplicatedEffects: a.duplicatedEffects + b.duplicatedEffects,
  missingEffects: a.missingEffects + b.missingEffects,
  outcomeUnknown: a.outcomeUnknown + b.outcomeUnknown,
  setAside: a.setAside + b.setAside,
});
