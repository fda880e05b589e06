import type { SlotCheck } from "../domain/validation.ts";

/** User code failed: reported, and the value is not taken. */
export function failed(failure: string): SlotCheck {
  return { ok: false, reason: "validator", failure };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it threw something that is no Error.";
}
