import { type Caller, callProjectCode } from "../turn/call-project-code.ts";
import type { Reading } from "../turn/plain-copy.ts";
import { plainCopy } from "../turn/plain-copy.ts";
import type { Understander } from "../understand/understander.ts";

/**
 * A project's own understander, for what is asked of it outside of turns; a turn asks it to understand, within its own
 * time. `caller` says how long each call may take.
 */
export function ownUnderstander(own: Understander, caller: (conversationId: string | null) => Caller): Understander {
  const call = <Value>(
    name: string,
    given: { conversationId: string | null; run: () => unknown; read: (answer: unknown) => Reading<Value> },
  ) => callProjectCode({ port: "understander", name, ...given }, caller(given.conversationId));
  return {
    understand: (request) => own.understand(request),
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
  };
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
