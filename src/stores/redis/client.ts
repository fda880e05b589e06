import type { Redis } from "ioredis";
import { SoniError } from "../../engine/errors.ts";
import { loadPackages } from "../../engine/optional-packages.ts";
import type { RedisOptions } from "./options.ts";
import type { RedisScript } from "./scripts.ts";

/** A connection whose failures are `SoniError`s, and which comes back when its server does. */
export interface RedisAccess {
  run<Result>(work: (client: Redis) => Promise<Result>): Promise<Result>;
  script(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>;
  subscribe(channel: string, onMessage: (message: string) => void): void;
  close(): Promise<void>;
}

export const openRedis = async ({ url, acknowledge = "synced" }: RedisOptions): Promise<RedisAccess> => {
  const place = placeOf(url);
  const { Redis } = await loadPackages("redis", () => import("ioredis"));
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 10_000,
    // What was sent may have been done: whoever asked decides, not the connection.
    autoResendUnfulfilledCommands: false,
    // They fail with the connection; else nobody would tell them before the time is up.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
    // A server that reads its log guesses how long that takes, often far too long: ask again instead of waiting so long.
    maxLoadingRetryTime: 100,
  });
  // Told by the commands that fail; without a listener it would be printed at every attempt.
  client.on("error", () => undefined);
  let subscriber: Redis | null = null;
  let closed = false;

  const run: RedisAccess["run"] = async (work) => {
    if (closed) throw new SoniError("store.unavailable", `Redis at ${place} is closed. Open the store again.`);
    try {
      return await work(client);
    } catch (error) {
      throw redisError(error, place);
    }
  };
  const close = async (): Promise<void> => {
    closed = true;
    subscriber?.disconnect();
    client.disconnect();
  };

  try {
    await run(() => client.connect());
    if (acknowledge === "synced") await run(() => requireDurable(client, place));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run,
    script: ({ text, sha }, keys, values) =>
      run(async () => {
        try {
          return await client.evalsha(sha, keys.length, ...keys, ...values);
        } catch (error) {
          // The server has not seen it since it started.
          if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
          return client.eval(text, keys.length, ...keys, ...values);
        }
      }),
    subscribe(channel, onMessage) {
      subscriber = client.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
      subscriber.on("error", () => undefined);
      subscriber.on("message", (_, message) => onMessage(message));
      // Subscriptions are renewed with the connection; who waits asks anyway.
      subscriber.subscribe(channel).catch(() => undefined);
    },
    close,
  };
};

/** A reply must not leave before its turn is on disk, and nothing may be thrown out for lack of room. */
const requireDurable = async (client: Redis, place: string): Promise<void> => {
  const settings = new Map<string, string>();
  for (const pattern of ["append*", "maxmemory*"]) {
    // Hosted servers often forbid the question; their operators have to see to it.
    const pairs = ((await client.config("GET", pattern).catch(() => [])) as readonly string[]) ?? [];
    for (let index = 0; index < pairs.length; index += 2) settings.set(pairs[index] ?? "", pairs[index + 1] ?? "");
  }
  if (settings.size === 0) return;
  const wrong = [
    settings.get("appendonly") !== "yes" && "appendonly is not yes",
    settings.get("appendfsync") !== "always" && "appendfsync is not always",
    settings.get("maxmemory") !== "0" &&
      settings.get("maxmemory-policy") !== "noeviction" &&
      "maxmemory-policy is not noeviction",
  ].filter((reason) => reason !== false);
  if (wrong.length > 0) {
    throw new SoniError(
      "store.not_durable",
      `Redis at ${place} may forget what it has acknowledged: ${wrong.join(", ")}. Change that, or add ?acknowledge=received to its address.`,
    );
  }
};

/** Without user and password. */
const placeOf = (url: string): string => {
  try {
    const { host } = new URL(url);
    return `'${host}'`;
  } catch {
    throw new SoniError("store.bad_url", "A Redis address looks like redis://user:password@host:6379/0");
  }
};

/** Turns a failure of the client or a refusal of the server into one that says what to do. */
const redisError = (error: unknown, place: string): unknown => {
  if (!(error instanceof Error) || error instanceof SoniError) {
    return error;
  }
  const [reason = ""] = error.message.split(" ");
  const [soniCode, wayOut] = ways[reason] ?? away;
  return new SoniError(soniCode, `Redis at ${place} ${wayOut} (${error.message})`, { cause: error });
};

const away = ["store.unavailable", "does not answer. Check that it runs; what was saved so far is kept."] as const;
const closedDoor = ["store.unavailable", "does not let this user in. Check user and password in its address."] as const;

/** By the first word of a refusal. */
const ways: Readonly<Record<string, readonly [code: string, wayOut: string]>> = {
  READONLY: ["store.read_only", "cannot be written to. Name the primary server, not a replica."],
  OOM: ["store.full", "has no memory left. Give it more; nothing saved so far is lost."],
  MISCONF: ["store.full", "cannot write to its disk. Free some space and look into its log."],
  NOAUTH: closedDoor,
  NOPERM: closedDoor,
  WRONGPASS: closedDoor,
};
