import type { ActionFunction } from "../engine/assistant/action.ts";
import type { Reading } from "../project-code/plain-copy.ts";

/** A schema of the user's choice: zod's, or anything with the same `safeParse`. */
export interface Schema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: { readonly message: string } | undefined;
    readonly data?: unknown;
  };
}

/** The value that a schema made of the input or output, or why it refused it. */
export const readParsed = (parsed: ReturnType<Schema["safeParse"]>, side: "input" | "output"): Reading<unknown> =>
  parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, code: "bad_result", message: parsed.error?.message ?? `the ${side} does not fit its schema` };

/** User code behind an action's name. */
export interface ActionDefinition {
  readonly run: ActionFunction;
  readonly input?: Schema;
  readonly output?: Schema;
}
