import { randomBytes } from "node:crypto";
import { roles } from "./grants.ts";
import { type Credentials, ownerOf, type Principal, plainUser } from "./principal.ts";

/** Everyone on a machine that asks for no token and serves nobody else. */
export const localPrincipal: Principal = {
  kind: "user",
  owner: "local",
  name: "local",
  roles: new Set(roles.filter((role) => role !== "service")),
  queues: "all",
  session: {},
  group: null,
  expiresAt: null,
};

const cookieName = "soni_visitor";
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{22})(?:;|$)`);
const aYear = 365 * 24 * 3600;

const cookieOf = ({ cookie = "" }: Pick<Credentials, "cookie">): string | null =>
  cookiePattern.exec(cookie)?.[1] ?? null;

/**
 * Users of a server that asks for no token, by the cookie that their browser keeps; without one, by their address. New
 * cookies are free, so limits are counted by address as well.
 */
export function anonymousPrincipal(credentials: Credentials): Principal {
  const cookie = cookieOf(credentials);
  const { address } = credentials;
  return {
    kind: "anonymous",
    owner: cookie === null ? ownerOf("address", address) : ownerOf("cookie", cookie),
    name: "anonymous",
    ...plainUser,
    session: {},
    group: { kind: "address", key: address },
    expiresAt: null,
  };
}

/** For a browser that has none yet. Scripts do not see it, and pages of other sites do not send it. */
export function newCookie(credentials: Credentials, isEncrypted: boolean): string | null {
  if (cookieOf(credentials) !== null) return null;
  const value = randomBytes(16).toString("base64url");
  return `${cookieName}=${value}; Path=/; Max-Age=${aYear}; HttpOnly; SameSite=Lax${isEncrypted ? "; Secure" : ""}`;
}
