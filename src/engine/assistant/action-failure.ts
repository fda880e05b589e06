import { SoniError } from "../errors.ts";
import type { ActionErrorCode } from "./action.ts";

/** Thrown instead of an action's result by code that runs actions elsewhere and knows exactly what went wrong. */
export class ActionFailure extends SoniError {
  override readonly code: ActionErrorCode;
  /** Trying again with the same input cannot help, or is not safe. */
  readonly final: boolean;

  constructor(code: ActionErrorCode, message: string, { final }: { readonly final: boolean }) {
    super(code, message);
    this.name = "ActionFailure";
    this.code = code;
    this.final = final;
  }
}

/** Null if it is anything else. Project code can throw what throws again when it is looked at. */
export function asActionFailure(error: unknown): ActionFailure | null {
  try {
    return error instanceof ActionFailure ? error : null;
  } catch {
    return null;
  }
}
