import { ProblemError } from "../problems.ts";
import { messageIdPattern } from "../protocol.ts";
import { anonymousPrincipal, localPrincipal } from "./anonymous.ts";
import { isJwt, type JwtAccess, jwtVerifier } from "./json-web-tokens.ts";
import {
  bearerOf,
  type Credentials,
  ownerOf,
  type Principal,
  plainUser,
  serviceIssuer,
  siteIssuer,
  tokenIssuer,
} from "./principal.ts";
import { type AccessToken, checkTokens, principalOfToken, type Service, secretFinder, serviceOf } from "./tokens.ts";
import { createVisitors, isVisitorToken, type VisitorAccess, type Visitors } from "./visitors.ts";

/** The users that may use the server. Without any of the first three, everyone who reaches it may. */
export interface Access {
  readonly tokens?: readonly AccessToken[];
  readonly jwt?: JwtAccess;
  readonly visitors?: VisitorAccess;
  /** Serve anonymous users, on any address. They get no roles. */
  readonly insecure?: boolean;
}

export const asksForToken = ({ tokens = [], jwt, visitors }: Access): boolean =>
  tokens.length > 0 || jwt !== undefined || visitors !== undefined;

/** Everyone whom the server could let in under that name: as the user of a service, or in their own name. */
export function ownersOf(access: Access, name: string, service?: string): readonly string[] {
  if (!asksForToken(access))
    return access.insecure !== true && name === localPrincipal.name ? [localPrincipal.owner] : [];
  if (service !== undefined) return [ownerOf(serviceIssuer(service), name)];
  const sites = access.visitors?.siteKeys.map((site) => siteIssuer(site.name)) ?? [];
  const issuers = [tokenIssuer, ...(access.jwt === undefined ? [] : [access.jwt.issuer]), ...sites];
  return issuers.map((issuer) => ownerOf(issuer, name));
}

/** Finds out who sent a request. */
export interface Gatekeeper {
  authenticate(credentials: Credentials): Promise<Principal>;
  /** The service whose token this is: known without reading more than the header. */
  service(authorization: string | undefined): Service | null;
  /** Null: there are no site keys. */
  readonly visitors: Visitors | null;
}

export function createGatekeeper(access: Access): Gatekeeper {
  const { tokens = [], jwt } = access;
  checkTokens(tokens);
  const find = secretFinder(tokens, ({ token }) => token);
  const verify = jwt === undefined ? null : jwtVerifier(jwt);
  const visitors = access.visitors === undefined ? null : createVisitors(access.visitors);

  async function principalOf(credentials: Credentials): Promise<Principal> {
    if (!asksForToken(access)) return access.insecure === true ? anonymousPrincipal(credentials) : localPrincipal;
    const token = bearerOf(credentials.authorization);
    if (token === null) throw new ProblemError("access.missing_token", "Send 'Authorization: Bearer' and a token.");
    const found = find(token);
    if (found !== null) return principalOfToken(found);
    if (visitors !== null && isVisitorToken(token)) return visitors.verify(token, credentials);
    if (visitors?.isSiteKey(token) === true) {
      throw new ProblemError("access.forbidden", "A site key only begins a visitor's session: POST /v1/visitors.");
    }
    if (verify !== null && isJwt(token)) return verify(token);
    throw new ProblemError("access.bad_token", "The token is not valid, or no longer.");
  }

  function service(authorization: string | undefined): Service | null {
    const token = bearerOf(authorization);
    const found = token === null ? null : find(token);
    return found === null ? null : serviceOf(found);
  }

  return {
    async authenticate(credentials) {
      const { user } = credentials;
      const speaker = service(credentials.authorization);
      if (speaker !== null) return userOf(speaker, user);
      const principal = await principalOf(credentials);
      // Ignored, the header would make one user of all that it names.
      if (user !== undefined) throw new ProblemError("access.forbidden", "Soni-User needs the role 'service'.");
      return principal;
    },
    service,
    visitors,
  };
}

/** A user of a service, with nothing but the right to talk. */
function userOf({ name: service, messagesPerMinute }: Service, user: string | undefined): Principal {
  if (user === undefined || !messageIdPattern.test(user)) {
    throw new ProblemError(
      "access.bad_user",
      "This token speaks for users: name one in the header Soni-User, with 1 to 200 letters, digits or . : @ _ -",
    );
  }
  return {
    kind: "user",
    owner: ownerOf(serviceIssuer(service), user),
    name: user,
    ...plainUser,
    session: { user, roles: [], service },
    group: { kind: "service", key: service, messagesPerMinute },
    expiresAt: null,
  };
}
