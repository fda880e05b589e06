import { type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { plainCopy, type Reading } from "../project-code/plain-copy.ts";
import type { Understander, UnderstandingFigures } from "../understand/understander.ts";

type OutsideTurns = Omit<Understander, "understand">;

/**
 * What is asked of a project's own understander outside of turns. `caller` says how long each call may take. A turn asks
 * the understander itself, within the turn's own time.
 */
export function ownOutsideTurns(own: Understander, caller: (conversationId: string | null) => Caller): OutsideTurns {
  const call = <Value>(
    name: string,
    given: { conversationId: string | null; run: () => unknown; read: (answer: unknown) => Reading<Value> },
  ) => callProjectCode({ port: "understander", name, ...given }, caller(given.conversationId));
  return {
    async ready() {
      const called = await call("ready", { conversationId: null, run: () => own.ready?.(), read: nothing });
      if (!called.ok) throw called.error ?? new Error(called.message);
    },
    forget(conversationId) {
      void call("forget", { conversationId, run: () => own.forget?.(conversationId), read: nothing });
    },
    remembered() {
      const called = call("remembered", { conversationId: null, run: () => own.remembered?.() ?? [], read: readIds });
      return "then" in called || !called.ok ? [] : called.value;
    },
    async close() {
      await call("close", { conversationId: null, run: () => own.close?.(), read: nothing });
    },
    // One without a probe is asked whether it is ready, so it must not look as if it had one.
    probe:
      own.probe === undefined
        ? undefined
        : async () => {
            const called = await call("probe", { conversationId: null, run: () => own.probe?.(), read: readVerdict });
            return called.ok && called.value;
          },
    figures:
      own.figures === undefined
        ? undefined
        : () => {
            const called = call("figures", { conversationId: null, run: () => own.figures?.(), read: readFigures });
            return "then" in called || !called.ok ? noFigures : called.value;
          },
  } satisfies { readonly [Name in keyof Required<OutsideTurns>]: OutsideTurns[Name] | undefined } as OutsideTurns;
}

const readVerdict = (answer: unknown): Reading<boolean> => ({ ok: true, value: answer === true });

const noFigures: UnderstandingFigures = { workers: 0, restarts: 0, queued: 0, banned: 0, unavailable: 0 };

function readFigures(answer: unknown): Reading<UnderstandingFigures> {
  const plain = plainCopy(answer);
  if (!plain.ok) return plain;
  const given = plain.value as Readonly<Record<string, unknown>> | null;
  const figures = Object.keys(noFigures).map((name) => [name, Number(given?.[name]) || 0]);
  return { ok: true, value: Object.fromEntries(figures) as UnderstandingFigures };
}

const nothing = (): Reading<null> => ({ ok: true, value: null });

function readIds(answer: unknown): Reading<readonly string[]> {
  const plain = plainCopy(answer, idLimits);
  if (!plain.ok) return plain;
  return Array.isArray(plain.value) && plain.value.every((id) => typeof id === "string")
    ? { ok: true, value: plain.value as readonly string[] }
    : { ok: false, code: "bad_result", message: "it must return a list of conversation ids" };
}

/** A long-lived server may remember many conversations. */
const idLimits = { characters: 64 * 1024 * 1024, text: 200, values: 1_000_000, depth: 1 };
