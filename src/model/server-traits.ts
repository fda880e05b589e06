import type { Time } from "../engine/time.ts";
import type { GenerativeProvider } from "./language-model.ts";

/** How an answer is asked for, from the safest to the plainest. */
export const answerFormats = ["strict", "schema", "json", "text"] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** What a server takes. The best is assumed until it refuses something. */
export interface ServerTraits {
  readonly format: AnswerFormat;
  /** Instructions are a message of their own; otherwise they stand at the beginning of the user's. */
  readonly systemRole: boolean;
  readonly temperature: boolean;
  readonly completionTokens: boolean;
}

/** What was found out about a server, for a while: it may be updated, or have refused something else than we thought. */
export interface KnownTraits {
  now(): ServerTraits;
  learn(traits: ServerTraits): void;
}

/** Milliseconds after which the best is tried again. */
const rememberedFor = 3_600_000;

export const knownTraits = (best: ServerTraits, time: Pick<Time, "now">): KnownTraits => {
  let learned: { readonly traits: ServerTraits; readonly until: number } | null = null;
  return {
    now: () => (learned === null || time.now() >= learned.until ? best : learned.traits),
    learn: (traits) => {
      learned = { traits, until: time.now() + rememberedFor };
    },
  };
};

/** The answers by which a server may mean that it does not know a format: bad request, unprocessable, broken, not implemented. */
export const mayMeanTheForm = (status: number | undefined): boolean =>
  status === 400 || status === 422 || status === 500 || status === 501;

interface Refused {
  readonly traits: ServerTraits;
  readonly provider: GenerativeProvider;
  /** A request for plain text has no format to give up. */
  readonly hasSchema: boolean;
  /** The provider's words, which often say what was wrong. */
  readonly detail: string;
}

/** The next thing to try without; null if nothing is left. What the server names goes first, then the format, step by step. */
export const lesserTraits = ({ traits, provider, hasSchema, detail }: Refused): ServerTraits | null => {
  const named = namedTrait(traits, detail, provider);
  if (named !== null) return named;
  if (hasSchema && traits.format !== "text") {
    const lower = answerFormats.slice(answerFormats.indexOf(traits.format) + 1);
    // Anthropic has no JSON mode.
    const format = lower.find((each) => provider !== "anthropic" || each !== "json");
    if (format !== undefined) return { ...traits, format };
  }
  return provider === "openai_compatible" && traits.systemRole ? { ...traits, systemRole: false } : null;
};

/** What the server says that it does not know; null if it does not say. */
export const namedTrait = (traits: ServerTraits, detail: string, provider: GenerativeProvider): ServerTraits | null => {
  if (
    traits.systemRole &&
    provider === "openai_compatible" &&
    /system (?:role|message)|role.{0,20}system/i.test(detail)
  )
    return { ...traits, systemRole: false };
  if (!traits.completionTokens && /max_completion_tokens/.test(detail)) return { ...traits, completionTokens: true };
  if (traits.temperature && /temperature/.test(detail)) return { ...traits, temperature: false };
  return null;
};
