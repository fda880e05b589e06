import type { SlotCheck } from "../../engine/assistant/validation.ts";
import type { FailedCall } from "../../project-code/call-project-code.ts";

/** User code failed: reported, and the value is not taken. */
export function failed(failure: string): SlotCheck {
  return { ok: false, reason: "validator", failure };
}

/** It did not answer at all, rather than badly. */
export const isSilent = ({ code }: FailedCall): boolean => code === "threw" || code === "timeout";
