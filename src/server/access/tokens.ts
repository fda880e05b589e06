import { createHash, timingSafeEqual } from "node:crypto";
import { SoniError } from "../../engine/errors.ts";
import { type Grants, parseGrants, queuesOf, usualServiceMessages } from "./grants.ts";
import { ownerOf, type Principal, tokenIssuer } from "./principal.ts";

/** A bearer token that the operator hands out. */
export interface AccessToken extends Grants {
  /** Its owner: conversations belong to the name, so that a token can be replaced. */
  readonly name: string;
  readonly token: string;
}

/** A program that speaks for its users. */
export interface Service {
  readonly name: string;
  readonly messagesPerMinute: number;
}

const shortest = 16;

/** `name:token` or `name:token:role+role`, separated by commas or spaces: what SONI_TOKENS holds. */
export function parseTokens(text: string): readonly AccessToken[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const tokens = entries.map((entry, index) => {
    const [name = "", token = "", held = "", ...rest] = entry.split(":");
    if (name === "" || token === "" || rest.length > 0) {
      throw new SoniError("access.bad_tokens", `Token ${index + 1} is not of the form name:token or name:token:roles.`);
    }
    return { name, token, ...parseGrants(held, `token '${name}'`) };
  });
  checkTokens(tokens);
  return tokens;
}

/** Names of tokens may be shown; tokens never. */
export function checkTokens(tokens: readonly AccessToken[]): void {
  const short = tokens.find(({ token }) => token.length < shortest);
  if (short !== undefined) {
    throw new SoniError("access.bad_tokens", `The token of '${short.name}' is shorter than ${shortest} characters.`);
  }
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length) {
    throw new SoniError("access.bad_tokens", "Two tokens are the same. Give each its own.");
  }
  const mixed = tokens.find(({ roles = [] }) => roles.includes("service") && roles.length > 1);
  if (mixed !== undefined) {
    throw new SoniError(
      "access.bad_tokens",
      `The token of '${mixed.name}' has the role service and others. What a service does, it does for its users: give the other roles to a token of their own.`,
    );
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares with every secret in constant time: how long it takes tells nothing about any of them. */
export function secretFinder<Entry>(
  entries: readonly Entry[],
  secretOf: (entry: Entry) => string,
): (given: string) => Entry | null {
  const known = entries.map((entry) => ({ entry, digest: digest(secretOf(entry)) }));
  return (given) => {
    const asked = digest(given);
    let found: Entry | null = null;
    for (const each of known) if (timingSafeEqual(each.digest, asked)) found = each.entry;
    return found;
  };
}

export const serviceOf = ({
  name,
  roles = [],
  messagesPerMinute = usualServiceMessages,
}: AccessToken): Service | null => (roles.includes("service") ? { name, messagesPerMinute } : null);

export const principalOfToken = (token: AccessToken): Principal => ({
  kind: "user",
  owner: ownerOf(tokenIssuer, token.name),
  name: token.name,
  roles: new Set(token.roles),
  queues: queuesOf(token),
  session: { user: token.name, roles: [...(token.roles ?? [])] },
  group: null,
  expiresAt: null,
});
