import { ProblemError } from "../conversation/problem-error.ts";
import type { Problem } from "../conversation/wire.ts";

/** A visitor's own token, begun with the site's key and renewed by itself. */
export interface VisitorSession {
  /** The token to use now. `refused`: one that the server does not accept any more. */
  token(refused?: string): Promise<string>;
}

export interface VisitorSessionOptions {
  readonly base: string;
  readonly siteKey: string;
  readonly storage?: () => Storage;
  readonly now?: () => number;
  readonly send?: typeof fetch;
}

interface Kept {
  readonly token: string;
  readonly renewal: string;
  /** By the clock of this browser. */
  readonly renewAt: number;
}

/** A token is renewed when this much of its time is over: a message under way must not outlive it. */
const usedShare = 0.8;

/**
 * All tabs of a browser are one visitor: the session is in the storage, and one tab at a time begins or renews it. Where
 * storage is forbidden, each page is a visitor of its own.
 */
export function createVisitorSession(options: VisitorSessionOptions): VisitorSession {
  const { base, siteKey, storage = () => localStorage, now = Date.now, send = fetch } = options;
  const name = `soni:visitor:${base}`;
  let remembered: Kept | null = null;
  let pending: Promise<string> | null = null;

  const read = (): Kept | null => {
    try {
      return (JSON.parse(storage().getItem(name) ?? "null") as Kept | null) ?? remembered;
    } catch {
      return remembered;
    }
  };
  const keep = (kept: Kept): void => {
    remembered = kept;
    try {
      storage().setItem(name, JSON.stringify(kept));
    } catch {
      // Forbidden or full: it is remembered until the page is left.
    }
  };

  async function ask(credential: string): Promise<Kept> {
    const response = await send(new URL("v1/visitors", base), {
      method: "POST",
      headers: { authorization: `Bearer ${credential}` },
    }).catch(() => {
      throw new ProblemError(null);
    });
    if (!response.ok) {
      const problem = (await response.json().catch(() => null)) as Problem | null;
      throw new ProblemError(problem, Number(response.headers.get("retry-after") ?? 0) * 1000);
    }
    const opened = (await response.json()) as { token: string; renewal: string; expiresIn: number };
    return { token: opened.token, renewal: opened.renewal, renewAt: now() + opened.expiresIn * 1000 * usedShare };
  }

  /** The renewal continues with the same visitor; if that is refused too, another visitor begins. */
  async function renewed(kept: Kept | null): Promise<Kept> {
    if (kept === null) return ask(siteKey);
    try {
      return await ask(kept.renewal);
    } catch (error) {
      if (error instanceof ProblemError && error.problem?.status === 401) return ask(siteKey);
      throw error;
    }
  }

  const isGood = (kept: Kept | null, refused?: string): kept is Kept =>
    kept !== null && kept.token !== refused && now() < kept.renewAt;

  const renew = (refused?: string): Promise<string> =>
    oneTabAtATime(name, async () => {
      // Another tab may have done it while this one waited.
      const current = read();
      if (isGood(current, refused)) return current.token;
      const kept = await renewed(current);
      keep(kept);
      return kept.token;
    });

  return {
    async token(refused) {
      const kept = read();
      if (isGood(kept, refused)) return kept.token;
      pending ??= renew(refused).finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}

/** Locks are missing on pages that came over plain HTTP: there, two tabs that open at once may be two visitors. */
const oneTabAtATime = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  globalThis.navigator?.locks === undefined ? work() : navigator.locks.request(name, work);
