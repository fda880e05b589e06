import { createHash } from "node:crypto";
import { ownerLength } from "../../domain/conversation-owner.ts";
import type { JsonObject } from "../../domain/json.ts";

/**
 * `developer`: inspector and typed commands. `metrics`: reads the metrics. `erasure`: forgets users. `operator`: decides
 * about messages that were set aside, whoever sent them. All of them talk.
 */
export const roles = ["developer", "metrics", "erasure", "operator"] as const;
export type Role = (typeof roles)[number];

/** Whoever sends a request. */
export interface Principal {
  /** The beginning of the ids of all their conversations; no colon in it. */
  readonly owner: string;
  readonly name: string;
  readonly roles: ReadonlySet<Role>;
  /** What their conversations may know about them. */
  readonly session: JsonObject;
}

/** 132 bits: nobody finds another pair with the same hash. */
export const ownerOf = (issuer: string, subject: string): string =>
  createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url")
    .slice(0, ownerLength);

/** Who vouches for the names of tokens that the operator hands out. */
export const tokenIssuer = "token";

const local = "local";

/** Everyone on a machine that asks for no token. */
export const localPrincipal = (isDeveloper: boolean): Principal => ({
  owner: local,
  name: "local",
  roles: new Set(isDeveloper ? roles : []),
  session: {},
});

/** One of many who are not told apart: only the id of a conversation, which nobody guesses, makes it theirs. */
export const isStranger = ({ owner, roles: held }: Principal): boolean => owner === local && !held.has("developer");

export const isDeveloper = ({ roles: held }: Principal): boolean => held.has("developer");

/** The id under which the store knows a conversation. */
export const internalId = ({ owner }: Pick<Principal, "owner">, conversationId: string): string =>
  `${owner}:${conversationId}`;
export const publicId = (internal: string): string => internal.slice(internal.indexOf(":") + 1);
export const ownPrefix = ({ owner }: Pick<Principal, "owner">): string => `${owner}:`;
