import { createHash, timingSafeEqual } from "node:crypto";
import { SoniError } from "../../domain/errors.ts";
import { ownerOf, type Principal, type Role, roles, tokenIssuer } from "./principal.ts";

/** A bearer token that the operator hands out. */
export interface AccessToken {
  /** Its owner: conversations belong to the name, so that a token can be replaced. */
  readonly name: string;
  readonly token: string;
  readonly roles?: readonly Role[];
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
    return { name, token, roles: held === "" ? [] : held.split("+").map((role) => parseRole(role, name)) };
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
}

function parseRole(role: string, name: string): Role {
  const found = roles.find((each) => each === role);
  if (found !== undefined) return found;
  throw new SoniError("access.bad_tokens", `'${role}' of token '${name}' is no role. Roles are ${roles.join(", ")}.`);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares with every token in constant time: how long it takes tells nothing about any of them. */
export function tokenFinder(tokens: readonly AccessToken[]): (given: string) => Principal | null {
  const entries = tokens.map(({ name, token, roles: held = [] }) => ({
    digest: digest(token),
    principal: {
      owner: ownerOf(tokenIssuer, name),
      name,
      roles: new Set(held),
      session: { user: name, roles: [...held] },
    } satisfies Principal,
  }));
  return (given) => {
    const asked = digest(given);
    let found: Principal | null = null;
    for (const entry of entries) if (timingSafeEqual(entry.digest, asked)) found = entry.principal;
    return found;
  };
}
