import { createHash } from "node:crypto";
import type { UnderstandRequest } from "./understander.ts";

export interface CacheIdentity {
  /** Names the model and the prompt program: another one might answer differently. */
  readonly identity: string;
  /** Whom the entry belongs to. The conversation, unless the channel knows the user. */
  readonly owner: string;
}

/**
 * Everything an answer may depend on, which is the whole context: a field added to it later is covered too. Only the
 * clock is coarser, because prompts show minutes.
 */
export const cacheKey = ({ message, context }: UnderstandRequest, { identity, owner }: CacheIdentity): string => {
  const { now, conversationId: _, ...rest } = context;
  const minute = Math.floor(now / 60_000);
  return createHash("sha256")
    .update(JSON.stringify([identity, owner, message, minute, rest]))
    .digest("base64url");
};

/** Identity of a model with its program, for `CacheIdentity`. */
export const identityOf = (model: string, program: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([model, program]))
    .digest("base64url");
