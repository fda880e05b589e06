import type { Understander } from "./understander.ts";

/** Whether messages are understood now. An understander without a probe is ready for good once it is loaded. */
export async function isReady(understander: Pick<Understander, "probe" | "ready">): Promise<boolean> {
  if (understander.probe !== undefined) return understander.probe();
  await understander.ready?.();
  return true;
}
