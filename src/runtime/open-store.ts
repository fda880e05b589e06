import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Settings, usualKeyEnv } from "../engine/assistant/settings.ts";
import { SoniError } from "../engine/errors.ts";
import type { Store } from "../stores/store.ts";

/** A file for SQLite, an address for a server. */
type Place = { readonly backend: string; readonly path: string };

type StoreSettings = Pick<Settings["persistence"], "backend" | "path" | "urlEnv">;

interface OpenStoreOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Names the variable with the key to encrypt with. */
  readonly retention?: Pick<Settings["retention"], "encryptSensitiveKeyEnv">;
  /** The assistant's own: without another place, its conversations are kept in `.soni` there. */
  readonly folder: string;
}

/**
 * The store that the settings name, or a place in the words of a command line: `memory`, a path, `sqlite:path`,
 * `postgres://...`, `redis://...`. The addresses of the settings stand in environment variables.
 */
export async function openStore(
  persistence: StoreSettings,
  place: string | undefined,
  { environment = process.env, retention = {}, folder }: OpenStoreOptions,
): Promise<Store> {
  const { backend, path } = storePlace(persistence, place, { environment, folder });
  const keys = keysIn(environment[retention.encryptSensitiveKeyEnv ?? usualKeyEnv]);
  switch (backend) {
    case "memory": {
      const { createMemoryStore } = await import("../stores/memory/store.ts");
      return createMemoryStore({ keys });
    }
    case "sqlite": {
      const { createSqliteStore } = await import("../stores/sqlite/store.ts");
      if (path === ownDatabase(folder)) makeOwnFolder(dirname(path));
      return createSqliteStore({ path, keys });
    }
    case "postgres": {
      const { createPostgresStore } = await import("../stores/postgres/store.ts");
      const { url, options } = splitAddress(path, ["schema"]);
      const { schema } = options;
      return createPostgresStore({ url, keys, ...(schema === undefined ? {} : { schema }) });
    }
    case "redis": {
      const { createRedisStore } = await import("../stores/redis/store.ts");
      const { url, options } = splitAddress(path, ["prefix", "acknowledge"]);
      return createRedisStore({
        url,
        keys,
        ...(options["prefix"] === undefined ? {} : { prefix: options["prefix"] }),
        acknowledge: options["acknowledge"] === "received" ? "received" : "synced",
      });
    }
    default:
      throw new SoniError(
        "store.not_available",
        `There is no store '${backend}'. Use 'memory', a path, 'postgres://...' or 'redis://...'.`,
      );
  }
}

/** Which store it would be, and where, without opening it. */
export const storePlace = (persistence: StoreSettings, place: string | undefined, surroundings: Surroundings): Place =>
  place === undefined ? placeOf(persistence, surroundings) : parsePlace(place);

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the assistant. */
  readonly folder: string;
}

/** Where an assistant keeps its conversations if nobody says otherwise: not shared with any other assistant. */
const ownDatabase = (folder: string): string => join(folder, ".soni", "soni.db");

/** With a file that keeps it out of Git, wherever the folder is. One that can't be made is told when the database is opened. */
function makeOwnFolder(folder: string): void {
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
      writeFileSync(join(folder, ".gitignore"), "*\n");
  } catch {}
}

/** Where a Postgres store has its tables; null if the store is another. For what shares its database. */
export function postgresPlace(
  persistence: StoreSettings,
  place?: string,
  { environment = process.env, retention = {} }: Omit<OpenStoreOptions, "folder"> = {},
): { readonly url: string; readonly schema: string; readonly keys: readonly string[] } | null {
  const { backend, path } = storePlace(persistence, place, { environment, folder: "" });
  if (backend !== "postgres") return null;
  const { url, options } = splitAddress(path, ["schema"]);
  const keys = keysIn(environment[retention.encryptSensitiveKeyEnv ?? usualKeyEnv]);
  return { url, schema: options["schema"] ?? "soni", keys };
}

/** Separated by commas; the first encrypts. */
const keysIn = (text = ""): readonly string[] => text.split(/[\s,]+/).filter((key) => key !== "");

function placeOf({ backend, path, urlEnv }: StoreSettings, { environment, folder }: Surroundings): Place {
  if (backend === "memory" || backend === "sqlite") return { backend, path: path ?? ownDatabase(folder) };
  const url = urlEnv === undefined ? undefined : environment[urlEnv];
  if (url === undefined || url === "") {
    throw new SoniError(
      "store.no_url",
      `The store '${backend}' needs its address: set the environment variable '${urlEnv ?? "of persistence.url_env"}'.`,
    );
  }
  const named = parsePlace(url);
  if (named.backend !== backend) {
    throw new SoniError("store.bad_url", `The address in '${urlEnv}' is not one of ${backend}.`);
  }
  return named;
}

/** What an address begins with, where it is not the store's own name. */
const schemes: Readonly<Record<string, string>> = { postgresql: "postgres", rediss: "redis" };

/** `sqlite:soni.db`, `sqlite:///var/soni.db`, `postgres://...`; anything else is a file. `C:\` is a drive, not a scheme. */
function parsePlace(place: string): Place {
  if (place === "memory" || place === ":memory:") return { backend: "memory", path: "" };
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+]+):(.*)$/i.exec(place) ?? [];
  if (scheme === "") return { backend: "sqlite", path: place };
  const backend = schemes[scheme.toLowerCase()] ?? scheme.toLowerCase();
  return backend === "sqlite" ? { backend, path: rest.replace(/^\/\//, "") } : { backend, path: place };
}

/** Our own options stand in an address like those of the database; its client must not see them. */
function splitAddress(
  address: string,
  names: readonly string[],
): { readonly url: string; readonly options: Readonly<Record<string, string | undefined>> } {
  const parsed = URL.parse(address);
  if (parsed === null) return { url: address, options: {} };
  const options = Object.fromEntries(names.map((name) => [name, parsed.searchParams.get(name) ?? undefined]));
  for (const name of names) parsed.searchParams.delete(name);
  return { url: parsed.href, options };
}
