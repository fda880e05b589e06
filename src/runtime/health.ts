import type { Store } from "../stores/store.ts";
import { isReady } from "../understand/is-ready.ts";
import type { Understander } from "../understand/understander.ts";
import type { Health } from "./soni.ts";

/** Milliseconds; whoever asks would rather hear no than nothing. */
const patience = 2000;

/** A store must answer and take writes: on a full disk it would do the first only. */
export async function healthOf(
  store: Pick<Store, "conversations" | "isWritable">,
  understander: Pick<Understander, "probe" | "ready">,
): Promise<Health> {
  const [stored, ready] = await Promise.all([
    inTime(async () => {
      await store.conversations({ limit: 1 });
      return store.isWritable();
    }),
    inTime(() => isReady(understander)),
  ]);
  return { store: stored, understander: ready };
}

async function inTime(work: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const done = (async () => work())().catch(() => false);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
