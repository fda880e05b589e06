import { createHash } from "node:crypto";
import { subjectLines } from "./embedded/flow-choice/subject-lines.ts";
import type { UnderstandingContext, UnderstandRequest } from "./understander.ts";

export interface CacheIdentity {
  /** Names the model and the prompt program: another one might answer differently. */
  readonly identity: string;
  /** Whom the entry belongs to. The conversation, unless the channel knows the user. */
  readonly owner: string;
}

/**
 * What an answer may depend on: all of the context, so that a field added to it later is covered too, with three exceptions. Of the
 * talk before, only what was said last, and what tells the subject of a message without one. Of the clock only the day, unless the
 * message speaks of hours: the same words in the same situation mean the same a minute later. And the vocabulary is that of the
 * assistant, which is named by its hash.
 */
export const cacheKey = ({ message, context }: UnderstandRequest, { identity, owner }: CacheIdentity): string => {
  const { now: _now, conversationId: _id, vocabulary: _words, history, ...rest } = context;
  const said = history.map(({ text }) => text);
  const asked = history.findLast(({ role }) => role === "assistant")?.text ?? null;
  const subject = subjectLines(message, withoutLatest(said, message));
  return createHash("sha256")
    .update(JSON.stringify([identity, owner, message, momentOf(message, context), asked, subject, rest]))
    .digest("base64url");
};

/** The message itself may be the last line of the talk. */
const withoutLatest = (said: readonly string[], message: string): readonly string[] =>
  said.at(-1) === message ? said.slice(0, -1) : said;

/** Words that only the clock can resolve, in the languages whose dates and times are understood. */
const clockWords =
  /\b(?:now|hours?|hrs?|minutes?|mins?|tonight|today|later|soon|ago|morning|afternoon|evening|noon|midnight|next|ahora|ahorita|horas?|minutos?|hoy|luego|pronto|hace|mañana|tarde|noche|mediodia|mediodía|medianoche)\b/iu;
const languages = new Set(["en", "es"]);

const momentOf = (message: string, { now, timezone, language }: UnderstandingContext): string | number => {
  if (!languages.has(language.slice(0, 2)) || clockWords.test(message)) return Math.floor(now / 60_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(now);
};

/** Identity of a model with its program, for `CacheIdentity`. */
export const identityOf = (model: string, program: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([model, program]))
    .digest("base64url");
