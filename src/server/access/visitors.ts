import { randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import { ProblemError } from "../problems.ts";
import { bearerOf, type Credentials, ownerOf, type Principal, plainUser, siteIssuer } from "./principal.ts";
import { checkSiteKeys, type SiteKey } from "./site-keys.ts";
import { secretFinder } from "./tokens.ts";

/** Visitors of sites: unknown users, each with a session that a site key began. */
export interface VisitorAccess {
  readonly siteKeys: readonly SiteKey[];
  /** Signs their tokens. All processes that serve the same visitors need the same one. */
  readonly secret: string;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** The tokens that a visitor's browser keeps. */
export interface VisitorSession {
  readonly visitor: string;
  /** For every request. */
  readonly token: string;
  readonly expiresIn: number;
  /** Good for one thing: the next session of the same visitor. */
  readonly renewal: string;
  readonly renewsIn: number;
}

export interface Visitors {
  /** Begins a session with a site key, or continues one by its renewal. */
  open(credentials: Credentials, mayUseServer: (origin: string) => boolean): Promise<VisitorSession>;
  verify(token: string, credentials: Credentials): Promise<Principal>;
  isSiteKey(token: string): boolean;
}

const talkSeconds = 3600;
/** How long a visitor may stay away and still find the conversation. */
const renewSeconds = 30 * 24 * 3600;
const shortestSecret = 32;

/** Sets them apart from the web tokens of an issuer. */
const mark = "visitor.";
export const isVisitorToken = (token: string): boolean => token.startsWith(mark);

const Claims = z.object({
  sub: z.string().min(1),
  site: z.string(),
  origin: z.string(),
  use: z.enum(["talk", "renew"]),
  exp: z.number(),
});
type Claims = z.infer<typeof Claims>;

export function createVisitors({ siteKeys, secret, now = Date.now }: VisitorAccess): Visitors {
  checkSiteKeys(siteKeys);
  if (secret.length < shortestSecret) {
    throw new SoniError(
      "access.bad_visitor_secret",
      `The secret that signs visitors' tokens needs ${shortestSecret} characters. Make one with: openssl rand -hex 32`,
    );
  }
  const key = new TextEncoder().encode(secret);
  const find = secretFinder(siteKeys, (site) => site.key);

  async function sign(claims: Omit<Claims, "exp">, seconds: number): Promise<string> {
    const issued = Math.floor(now() / 1000);
    const signed = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(key);
    return mark + signed;
  }

  /** A site that was taken from the list takes its visitors along. */
  async function read(token: string, use: Claims["use"]): Promise<Claims & { readonly key: SiteKey }> {
    try {
      const { payload } = await jwtVerify(token.slice(mark.length), key, {
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp"],
        currentDate: new Date(now()),
      });
      const claims = Claims.parse(payload);
      const site = siteKeys.find(({ name }) => name === claims.site);
      if (site !== undefined && claims.use === use) return { ...claims, key: site };
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error;
    }
    throw new ProblemError("access.bad_token", "The visitor's session is over. Begin another with the site key.");
  }

  return {
    async open({ authorization, origin }, mayUseServer) {
      const given = bearerOf(authorization);
      if (given === null) {
        throw new ProblemError("access.missing_token", "Send 'Authorization: Bearer' and a site key.");
      }
      const renewed = isVisitorToken(given) ? await read(given, "renew") : null;
      const site = renewed?.key ?? find(given);
      if (site === null) throw new ProblemError("access.bad_token", "This is no site key of this server.");
      checkOrigin(site, origin, mayUseServer);
      if (renewed !== null && renewed.origin !== origin) throw otherOrigin();
      const sub = renewed?.sub ?? randomBytes(16).toString("base64url");
      const about = { sub, site: site.name, origin };
      return {
        visitor: sub,
        token: await sign({ ...about, use: "talk" }, talkSeconds),
        expiresIn: talkSeconds,
        renewal: await sign({ ...about, use: "renew" }, renewSeconds),
        renewsIn: renewSeconds,
      };
    },

    async verify(token, { origin, host, address }) {
      const { sub, site, origin: bound, exp } = await read(token, "talk");
      // Browsers name no origin when a page reads from its own server.
      const isSame = origin === undefined ? new URL(bound).host === host : origin === bound;
      if (!isSame) throw otherOrigin();
      return {
        kind: "visitor",
        owner: ownerOf(siteIssuer(site), sub),
        name: sub,
        ...plainUser,
        session: { user: sub, roles: [], site },
        group: { kind: "address", key: address },
        expiresAt: exp * 1000,
      };
    },

    isSiteKey: (token) => find(token) !== null,
  };
}

function checkOrigin(
  { origins }: SiteKey,
  origin: string | undefined,
  mayUseServer: (origin: string) => boolean,
): asserts origin is string {
  if (origin === undefined) {
    throw new ProblemError("request.bad_origin", "A site key is for pages: browsers send their Origin.");
  }
  if (origins === undefined ? mayUseServer(origin) : origins.includes(origin)) return;
  throw new ProblemError("request.bad_origin", "Pages of this origin may not use this site key.");
}

const otherOrigin = (): ProblemError =>
  new ProblemError("request.bad_origin", "This visitor's session was begun on pages of another origin.");
