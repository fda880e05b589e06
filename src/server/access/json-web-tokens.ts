import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { SoniError } from "../../engine/errors.ts";
import { findUnsound, sayUnsound } from "../../engine/sound-strings.ts";
import { ProblemError } from "../problems.ts";
import { type Grants, mergeGrants, parseGrants, queuesOf } from "./grants.ts";
import { ownerOf, type Principal } from "./principal.ts";

export interface JwtAccess {
  readonly issuer: string;
  readonly audience: string;
  /** Where the issuer publishes its keys. */
  readonly jwksUrl: string;
  /** The claim with the issuer's names of roles or groups; a dot goes into an object. Default: `roles`. */
  readonly rolesClaim?: string;
  /** The rights that each of those names gives here. Names that are missing give none. */
  readonly roles?: Readonly<Record<string, Grants>>;
}

/** `NAME=role+role` each, a name of the issuer and the roles it grants. */
export function parseJwtRoles(entries: readonly string[]): Readonly<Record<string, Grants>> {
  const pairs = entries.map((entry) => {
    const [, name, held] = /^([^=]+)=(.+)$/.exec(entry.trim()) ?? [];
    if (name === undefined || held === undefined) {
      throw new SoniError("access.bad_jwt_roles", `'${entry}' is not of the form NAME=role, such as admins=developer.`);
    }
    return [name.trim(), parseGrants(held.trim(), `'${name}'`)] as const;
  });
  return Object.fromEntries(pairs);
}

/** Signatures with a published key; a shared secret, or none, is no proof. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const longestClaim = 1000;

/** Looks like one: three parts. Whether it is one is decided by its signature. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

export function jwtVerifier(access: JwtAccess): (token: string) => Promise<Principal> {
  if (Object.values(access.roles ?? {}).some(({ roles: held = [] }) => held.includes("service"))) {
    throw new SoniError(
      "access.bad_jwt_roles",
      "The role service is for tokens in SONI_TOKENS: it has to be known before a signature is checked.",
    );
  }
  const keys = createRemoteJWKSet(keyAddress(access.jwksUrl), { timeoutDuration: 3000 });
  return async (token) => {
    const claims = await verified(token, keys, access);
    const { sub, tenant } = claims;
    const claimed = claimAt(claims, access.rolesClaim ?? "roles");
    // They are kept with the conversation: what no database can store is refused here.
    const unsound = findUnsound({ sub, roles: claimed, tenant }, { length: longestClaim });
    if (unsound !== null)
      throw new ProblemError("access.bad_token", `The token's claims do not fit. ${sayUnsound(unsound)}`);
    return principalOf(claims, claimed, access);
  };
}

function keyAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || (isLocal && url.protocol === "http:")) return url;
  throw new SoniError("access.bad_jwks_url", `The keys must come over https, not from '${text}'.`);
}

async function verified(token: string, keys: JWTVerifyGetKey, { issuer, audience }: JwtAccess): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      requiredClaims: ["sub", "exp"],
      clockTolerance: 5,
    });
    return payload;
  } catch (error) {
    // No key with that id is the token's fault; no answer from the issuer is not.
    const isTokens = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && isAboutToken(error);
    if (isTokens) throw new ProblemError("access.bad_token", "The token is not valid, or no longer.");
    throw new ProblemError("access.unavailable", "The issuer's keys cannot be read now. Try again.");
  }
}

/** `ERR_JOSE_GENERIC` is what a failed request for the keys becomes. */
const isAboutToken = (error: errors.JOSEError): boolean =>
  error.code !== "ERR_JOSE_GENERIC" && error.code !== "ERR_JWKS_INVALID";

/** `realm_access.roles`, unless a claim has that very name. */
function claimAt(claims: JWTPayload, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  const step = (value: unknown, key: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return path.split(".").reduce(step, claims as unknown);
}

function principalOf(
  { sub = "", tenant, exp, consent }: JWTPayload,
  claimed: unknown,
  { issuer, roles: mapped = {} }: JwtAccess,
): Principal {
  const names = Array.isArray(claimed) ? claimed.map(String) : typeof claimed === "string" ? claimed.split(" ") : [];
  const grants = mergeGrants(names.flatMap((name) => (Object.hasOwn(mapped, name) ? [mapped[name] ?? {}] : [])));
  return {
    kind: "user",
    owner: ownerOf(issuer, sub),
    name: sub,
    roles: new Set(grants.roles),
    queues: queuesOf(grants),
    // The issuer's own names: flows may ask for them, the server does not.
    session: {
      user: sub,
      roles: names,
      ...(typeof tenant === "string" ? { tenant } : {}),
      ...(letsLearn(consent) ? { consent: { training: true } } : {}),
    },
    group: null,
    expiresAt: exp === undefined ? null : exp * 1000,
  };
}

/** The claim `consent.training`: the user agreed that their messages may be learnt from. */
const letsLearn = (consent: unknown): boolean =>
  typeof consent === "object" && consent !== null && Reflect.get(consent, "training") === true;
