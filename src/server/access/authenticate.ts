import { ProblemError } from "../problems.ts";
import { isJwt, type JwtAccess, jwtVerifier } from "./json-web-tokens.ts";
import { localPrincipal, ownerOf, type Principal, tokenIssuer } from "./principal.ts";
import { type AccessToken, checkTokens, tokenFinder } from "./tokens.ts";

/** Who may use the server. With neither tokens nor an issuer, everyone who reaches it is the same local user. */
export interface Access {
  readonly tokens?: readonly AccessToken[];
  readonly jwt?: JwtAccess;
  /** Serve strangers without a token, on any address. They get no developer role. */
  readonly insecure?: boolean;
}

export const asksForToken = ({ tokens = [], jwt }: Access): boolean => tokens.length > 0 || jwt !== undefined;

/** Everyone whom the server could let in under that name. */
export function ownersOf(access: Access, name: string): readonly string[] {
  const { owner: local } = localPrincipal(false);
  if (!asksForToken(access)) return name === local ? [local] : [];
  const issuers = [tokenIssuer, ...(access.jwt === undefined ? [] : [access.jwt.issuer])];
  return issuers.map((issuer) => ownerOf(issuer, name));
}

/** Turns an Authorization header into whoever sent it. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

export function createAuthenticate(access: Access): Authenticate {
  const { tokens = [], jwt } = access;
  checkTokens(tokens);
  if (!asksForToken(access)) {
    const local = localPrincipal(access.insecure !== true);
    return async () => local;
  }
  const find = tokenFinder(tokens);
  const verify = jwt === undefined ? null : jwtVerifier(jwt);
  return async (authorization) => {
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "") ?? [];
    if (token === undefined) {
      throw new ProblemError("access.missing_token", "Send 'Authorization: Bearer' and a token.");
    }
    const found = find(token);
    if (found !== null) return found;
    if (verify !== null && isJwt(token)) return verify(token);
    throw new ProblemError("access.bad_token", "The token is not valid, or no longer.");
  };
}
