import { createHash } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { JsonObject } from "../../engine/json.ts";
import { ownerLength } from "../../engine/state/conversation-owner.ts";
import type { Queues, Role } from "./grants.ts";

/**
 * `user`: a token or a JSON web token names them. `visitor`: a site key began their session. `anonymous`: the server asks
 * for no token, so only a cookie or an address tells them apart.
 */
type PrincipalKind = "user" | "visitor" | "anonymous";

/** A limit that several principals share: all visitors of one address, all users of one service. */
type Group =
  | { readonly kind: "address"; readonly key: string }
  | { readonly kind: "service"; readonly key: string; readonly messagesPerMinute: number };

/** The sender of a request. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The beginning of the ids of all their conversations; no colon in it. */
  readonly owner: string;
  readonly name: string;
  readonly roles: ReadonlySet<Role>;
  /** Whose handed-off conversations they may see, with the role `agent`. */
  readonly queues: Queues;
  /** What their conversations may know about them. */
  readonly session: JsonObject;
  readonly group: Group | null;
  /** When the token ends, in milliseconds: what was opened with it ends too. Null: never. */
  readonly expiresAt: number | null;
}

/** 132 bits: nobody finds another pair with the same hash. */
export const ownerOf = (issuer: string, subject: string): string =>
  createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url")
    .slice(0, ownerLength);

/** Who vouches for the names of tokens that the operator hands out. */
export const tokenIssuer = "token";

/** A service vouches for its users, a site for its visitors. */
export const serviceIssuer = (service: string): string => `service:${service}`;
export const siteIssuer = (site: string): string => `site:${site}`;

export const noQueues: Queues = new Set();

/** Roles and all else of somebody who may only talk. */
export const plainUser = { roles: new Set<Role>(), queues: noQueues } as const;

export const isDeveloper = ({ roles: held }: Pick<Principal, "roles">): boolean => held.has("developer");

/** Visitors and anonymous users have their conversations by id only: a stolen browser token gives no list. */
export const hasOwnList = ({ kind }: Pick<Principal, "kind">): boolean => kind === "user";

/** The id under which the store knows a conversation. */
export const internalId = ({ owner }: Pick<Principal, "owner">, conversationId: string): string =>
  `${owner}:${conversationId}`;
export const publicId = (internal: string): string => internal.slice(internal.indexOf(":") + 1);
export const ownPrefix = ({ owner }: Pick<Principal, "owner">): string => `${owner}:`;

/** All of a request that says who sent it. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The user that a service speaks for. */
  readonly user: string | undefined;
  readonly origin: string | undefined;
  /** The host that the client addressed. */
  readonly host: string;
  /** Where it came from, in the form that is counted. */
  readonly address: string;
  readonly cookie: string | undefined;
}

export function credentialsOf({ headers, host, ip }: FastifyRequest): Credentials {
  const { authorization, origin, cookie } = headers;
  const user = headers["soni-user"];
  return {
    authorization,
    user: user === undefined ? undefined : String(user),
    origin,
    host,
    address: countedAddress(ip),
    cookie,
  };
}

/** Null: there is no bearer token. */
export const bearerOf = (authorization = ""): string | null => /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1] ?? null;

/** A customer of an IPv6 network has at least a /64, so its addresses count as one. */
export function countedAddress(ip: string): string {
  const [bare = ""] = ip.toLowerCase().split("%");
  // A proxy that passes on what a client made up.
  if (isIP(bare) === 0) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => "0");
  return `${[...groups, ...zeros, ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
