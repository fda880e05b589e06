import type { Time } from "../engine/time.ts";
import { systemTime } from "../time/system-time.ts";
import { cacheKey } from "./cache-key.ts";
import { isReady } from "./is-ready.ts";
import type { Understander, Understanding, UnderstandingContext, UnderstandRequest } from "./understander.ts";

export interface CacheOptions {
  /** Unless set, off for models that sample: their next answer may be another one. */
  readonly enabled?: boolean;
  readonly samples: boolean;
  /** Model and program, see `identityOf`. */
  readonly identity: string;
  /** Seconds. */
  readonly ttl: number;
  /** Entries kept; the least recently used goes first. */
  readonly size: number;
  /** Whom an entry belongs to; the conversation by default. Entries are never shared between owners. */
  readonly owner?: (context: UnderstandingContext) => string;
  readonly time?: Pick<Time, "now">;
}

interface CacheStatistics {
  /** Answered by a request of the same turn that was still under way. */
  readonly turnHits: number;
  readonly contextHits: number;
  readonly misses: number;
  readonly entries: number;
}

export interface CachedUnderstander extends Understander {
  statistics(): CacheStatistics;
  /** Nothing that a deleted conversation said may stay behind. */
  forget(conversationId: string): void;
  remembered(): readonly string[];
}

interface Entry {
  readonly conversationId: string;
  readonly until: number;
  /** As text: nobody who got the answer can change it for the next one. */
  readonly answer: string;
}

interface UnderWay {
  readonly conversationId: string;
  readonly answer: Promise<Understanding>;
  /** Of whoever asked first. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Two levels. Within a turn: the same question asked again while or after it is answered (a turn that is run again)
 * shares one request. Per context: the same question in the same situation of the same owner.
 */
export const withCache = (understander: Understander, options: CacheOptions): CachedUnderstander => {
  const enabled = options.enabled ?? !options.samples;
  const now = () => (options.time ?? systemTime).now();
  const ownerOf = options.owner ?? ((context: UnderstandingContext) => context.conversationId);
  const underWay = new Map<string, UnderWay>();
  const entries = new Map<string, Entry>();
  const counters = { turnHits: 0, contextHits: 0, misses: 0 };

  const remember = (key: string, conversationId: string, answer: Understanding) => {
    // Failures and shrugs are not worth keeping: the next attempt may do better.
    if (answer.source === "none" || answer.unavailable !== undefined || answer.commands.length === 0) return;
    entries.delete(key);
    entries.set(key, { conversationId, until: now() + options.ttl * 1000, answer: JSON.stringify(answer) });
    for (const oldest of entries.keys()) {
      if (entries.size <= options.size) break;
      entries.delete(oldest);
    }
  };

  const recall = (key: string): Understanding | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    if (entry.until <= now()) return undefined;
    entries.set(key, entry);
    return asCached(JSON.parse(entry.answer) as Understanding);
  };

  const ask = async (request: UnderstandRequest, key: string): Promise<Understanding> => {
    const { conversationId } = request.context;
    const asked = { conversationId, answer: understander.understand(request), signal: request.signal };
    underWay.set(key, asked);
    try {
      const answer = await asked.answer;
      // If it was forgotten in between, it must not come back.
      if (underWay.get(key) === asked) remember(key, conversationId, answer);
      return answer;
    } finally {
      if (underWay.get(key) === asked) underWay.delete(key);
    }
  };

  const understand = async (request: UnderstandRequest): Promise<Understanding> => {
    if (!enabled) return understander.understand(request);
    const key = cacheKey(request, { identity: options.identity, owner: ownerOf(request.context) });
    const same = underWay.get(key);
    if (same !== undefined) {
      const shared = await same.answer.then(asCached, (error: unknown) => {
        if (same.signal?.aborted !== true) throw error;
      });
      if (shared !== undefined && (shared.source !== "none" || same.signal?.aborted !== true)) {
        counters.turnHits += 1;
        return shared;
      }
      // Whoever asked first gave up; that was no answer for us.
      if (underWay.get(key) === same) underWay.delete(key);
      return understand(request);
    }
    const kept = recall(key);
    if (kept !== undefined) {
      counters.contextHits += 1;
      return kept;
    }
    counters.misses += 1;
    return ask(request, key);
  };

  return {
    understand,
    close: async () => {
      entries.clear();
      await understander.close?.();
    },
    statistics: () => ({ ...counters, entries: entries.size }),
    ready: async () => understander.ready?.(),
    probe: () => isReady(understander),
    ...(understander.figures === undefined ? {} : { figures: understander.figures }),
    remembered: () => [...new Set(Array.from(entries.values(), ({ conversationId }) => conversationId))],
    forget: (conversationId) => {
      for (const [key, entry] of entries) if (entry.conversationId === conversationId) entries.delete(key);
      for (const [key, asked] of underWay) if (asked.conversationId === conversationId) underWay.delete(key);
    },
  };
};

/** A cached answer cost nothing; a shared failure stays a failure. */
const asCached = ({
  commands,
  confidence,
  rivals,
  evidence,
  source,
  program,
  unavailable,
}: Understanding): Understanding => ({
  commands,
  confidence,
  ...(rivals === undefined ? {} : { rivals }),
  ...(evidence === undefined ? {} : { evidence }),
  source: source === "none" ? "none" : "cache",
  ...(program === undefined ? {} : { program }),
  ...(unavailable === undefined ? {} : { unavailable }),
});
