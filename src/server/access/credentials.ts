import { isIP, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";

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
