import type { ActionFunction } from "../domain/action.ts";

/** A schema of the user's choice: zod's, or anything with the same `safeParse`. */
export interface Schema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: { readonly message: string } | undefined;
    readonly data?: unknown;
  };
}

/** User code behind an action's name. */
export interface ActionDefinition {
  readonly run: ActionFunction;
  readonly input?: Schema;
  readonly output?: Schema;
}
