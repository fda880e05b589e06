import { createHash } from "node:crypto";
import { chartOf } from "../language/chart-of.ts";
import { languages } from "../language/languages.ts";
import type { UnderstandingContext, UnderstandRequest } from "./understander.ts";

export interface CacheIdentity {
  /** Names the model and the prompt program: another one might answer differently. */
  readonly identity: string;
  /** Whom the entry belongs to. The conversation, unless the channel knows the user. */
  readonly owner: string;
}

/**
 * What an answer may depend on: all of the context, so that a field added to it later is covered too, with three exceptions: the talk
 * before, of which a plain answer needs only the question; the clock, of which only the day does, unless the message speaks of hours; and the
 * vocabulary, which is that of the assistant and named by its hash.
 */
export const cacheKey = ({ message, context }: UnderstandRequest, { identity, owner }: CacheIdentity): string => {
  const { now: _now, conversationId: _id, vocabulary: _words, history: _talk, ...rest } = context;
  return createHash("sha256")
    .update(
      JSON.stringify([identity, owner, message, momentOf(message, context), linesThatMatter(message, context), rest]),
    )
    .digest("base64url");
};

/**
 * A plain answer means the same to the same question, whatever was said before it. Any other message may lean on the talk: "the same",
 * "what did I say", "book it"; and so may an answer whose question is not in the talk that we have.
 */
const linesThatMatter = (message: string, context: UnderstandingContext): readonly string[] => {
  const { history } = context;
  const said = history.map(({ role, text }) => `${role} ${text}`);
  const question = history.findLast(({ role }) => role === "assistant")?.text;
  if (question === undefined || !isPlainAnswer(message.trim().toLowerCase(), context)) return said;
  return [question];
};

/** A value of the slot that was asked for, a number, or one word to a question that wants yes or no. */
const isPlainAnswer = (message: string, { awaiting, active }: UnderstandingContext): boolean => {
  switch (awaiting.kind) {
    case "confirmation":
    case "cancel_confirmation":
      return /^\p{L}+[.!]?$/u.test(message);
    case "slot":
    case "choice": {
      const values = active?.slots.find(({ name }) => name === awaiting.slot)?.values ?? [];
      return /^\d+$/.test(message) || values.some(({ value }) => value.toLowerCase() === message);
    }
    default:
      return false;
  }
};

/** Words that only the clock can resolve, in any language whose dates and times are understood: people mix them. */
const isClockBound = (message: string): boolean =>
  Object.values(languages).some((language) => {
    const { tokens, matches } = chartOf(message, language);
    return tokens.some((_, at) => matches("clockBound", at).length > 0 || matches("part", at).length > 0);
  });

/** Longer ones are not looked through: the minute counts. */
const longestMessage = 4_000;

const momentOf = (message: string, { now, timezone, language }: UnderstandingContext): string | number => {
  if (!Object.hasOwn(languages, language.slice(0, 2)) || message.length > longestMessage || isClockBound(message))
    return Math.floor(now / 60_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(now);
};

/** Identity of a model with its program, for `CacheIdentity`. */
export const identityOf = (model: string, program: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([model, program]))
    .digest("base64url");
