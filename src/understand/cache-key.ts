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
 * What an answer may depend on: all of the context, so that a field added to it later is covered too, with three exceptions: the talk
 * before, of which only some lines matter; the clock, of which only the day does, unless the message speaks of hours; and the
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

/** A longer answer may speak of something else than the question. */
const shortAnswer = 3;

/**
 * Where something was asked, the question: "yes" means the same to the same question. Where nothing was, or the answer is longer, the
 * lines that tell the subject of a message without one, such as "book it".
 */
const linesThatMatter = (message: string, { history, awaiting }: UnderstandingContext): readonly (string | null)[] => {
  const said = history.map(({ text }) => text);
  const asked =
    awaiting.kind === "message" ? null : (history.findLast(({ role }) => role === "assistant")?.text ?? null);
  const isShort = message.trim().split(/\s+/).length <= shortAnswer;
  if (asked !== null && isShort) return [asked];
  return [asked, ...subjectLines(message, said.at(-1) === message ? said.slice(0, -1) : said)];
};

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
