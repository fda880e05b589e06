import type { Settings } from "../../engine/assistant/settings.ts";
import { SoniError } from "../../engine/errors.ts";
import { postgresPlace } from "../../runtime/open-store.ts";
import type { Access } from "../../server/access/authenticate.ts";
import { type JwtAccess, parseJwtRoles } from "../../server/access/json-web-tokens.ts";
import { isOrigin, parseSiteKeys } from "../../server/access/site-keys.ts";
import { parseTokens } from "../../server/access/tokens.ts";
import { parseTrustedProxies, type TrustedProxies } from "../../server/access/trusted-proxies.ts";
import type { VisitorAccess } from "../../server/access/visitors.ts";
import type { BackgroundOptions } from "../../server/background/background.ts";
import { queuePlaceOf } from "../../server/background/queue-place.ts";
import { createWebhook } from "../../server/background/webhook.ts";
import { visitorSecret } from "./visitor-secret.ts";

export interface ServeOptions {
  readonly port: string;
  readonly healthPort?: string;
  readonly host: string;
  readonly store?: string;
  readonly origin?: readonly string[];
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  readonly jwksUrl?: string;
  readonly jwtRole?: readonly string[];
  readonly jwtRolesClaim?: string;
  readonly insecure?: true;
  readonly trustProxy?: string | true;
  readonly background?: true;
  readonly webhook?: string;
  readonly logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const levels = ["trace", "debug", "info", "warn", "error", "silent"];

export function logLevelOf({ logLevel }: Pick<ServeOptions, "logLevel">): string {
  if (levels.includes(logLevel)) return logLevel;
  throw new SoniError("cli.bad_option", `'${logLevel}' is no log level. Use one of ${levels.join(", ")}.`);
}

export function portOf({ port }: Pick<ServeOptions, "port">): number {
  const number = Number(port);
  if (/^\d+$/.test(port) && number <= 65_535) return number;
  throw new SoniError("cli.bad_option", `'${port}' is no port. Use a number from 0 to 65535; 0 takes a free one.`);
}

/** Null: health is asked on the port of everything else. */
export const healthPortOf = ({ healthPort }: Pick<ServeOptions, "healthPort">): number | null =>
  healthPort === undefined ? null : portOf({ port: healthPort });

export function originsOf({ origin = [] }: Pick<ServeOptions, "origin">): readonly string[] {
  const wrong = origin.find((each) => !isOrigin(each));
  if (wrong === undefined) return origin;
  throw new SoniError("cli.bad_option", `'${wrong}' is no origin. Write it like https://shop.example, without a path.`);
}

/** Which proxies are believed; undefined: none. */
export function proxiesOf({ trustProxy }: Pick<ServeOptions, "trustProxy">): TrustedProxies | undefined {
  if (trustProxy === undefined) return undefined;
  try {
    return parseTrustedProxies(trustProxy);
  } catch (error) {
    throw new SoniError("cli.bad_option", error instanceof Error ? error.message : String(error));
  }
}

/** Who may use the server: tokens from the environment, an issuer from there or from the command line. */
export function accessOf(options: ServeOptions, environment: Environment): Access {
  const jwt = jwtOf(options, environment);
  return {
    tokens: parseTokens(environment["SONI_TOKENS"] ?? ""),
    ...(jwt === null ? {} : { jwt }),
    ...(options.insecure === true ? { insecure: true } : {}),
  };
}

function jwtOf(options: ServeOptions, environment: Environment): JwtAccess | null {
  const issuer = options.jwtIssuer ?? environment["SONI_JWT_ISSUER"];
  const audience = options.jwtAudience ?? environment["SONI_JWT_AUDIENCE"];
  const jwksUrl = options.jwksUrl ?? environment["SONI_JWKS_URL"];
  const listed = (environment["SONI_JWT_ROLES"] ?? "").split(",").filter((entry) => entry.trim() !== "");
  const roles = parseJwtRoles(options.jwtRole ?? listed);
  const rolesClaim = options.jwtRolesClaim ?? environment["SONI_JWT_ROLES_CLAIM"];
  if (issuer !== undefined && audience !== undefined && jwksUrl !== undefined) {
    return { issuer, audience, jwksUrl, roles, ...(rolesClaim === undefined ? {} : { rolesClaim }) };
  }
  const isPart = [issuer, audience, jwksUrl, rolesClaim].some((part) => part !== undefined);
  if (!isPart && Object.keys(roles).length === 0) return null;
  throw new SoniError("cli.bad_option", "An issuer of tokens needs --jwt-issuer, --jwt-audience and --jwks-url.");
}

/** Site keys are checked before anything is opened; null: there are none. */
export function visitorsOf(
  { store, folder }: Pick<ServeOptions, "store"> & { readonly folder: string },
  environment: Environment,
): ((settings: Pick<Settings, "persistence">) => VisitorAccess) | null {
  const siteKeys = parseSiteKeys(environment["SONI_SITE_KEYS"] ?? "");
  if (siteKeys.length === 0) return null;
  return ({ persistence }) => ({ siteKeys, secret: visitorSecret(persistence, store, { environment, folder }) });
}

/** The webhook is checked before anything is opened; null: messages are answered at once. */
export function backgroundOf(
  { background, webhook, store }: ServeOptions,
  environment: Environment,
): ((settings: Pick<Settings, "persistence" | "retention">) => BackgroundOptions) | null {
  if (background !== true) {
    if (webhook === undefined) return null;
    throw new SoniError("cli.bad_option", "--webhook is told what --background has answered. Give both.");
  }
  const secret = environment["SONI_WEBHOOK_SECRET"] ?? "";
  const delivery = webhook === undefined ? {} : { webhook: { url: webhook, secret } };
  if (delivery.webhook !== undefined) createWebhook(delivery.webhook);
  return ({ persistence, retention }) => {
    const place = postgresPlace(persistence, store, { environment, retention });
    if (place === null) {
      throw new SoniError(
        "background.needs_postgres",
        "--background keeps what it has accepted in Postgres. Name such a store: --store postgres://... or settings.persistence.",
      );
    }
    return { ...place, ...queuePlaceOf(place), ...delivery };
  };
}
