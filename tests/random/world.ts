import type { Plan, Value } from "./plan.ts";

export type Input = Readonly<Record<string, Value>>;

/** One real call of an action. */
export interface Call {
  readonly action: string;
  readonly input: Input;
  readonly key: string;
  /** `broken`: it was done, and its result does not fit. */
  readonly result: "done" | "failed" | "broken";
}

/** Functions behind a plan. What an action does follows from its name and its input alone. */
export interface World {
  readonly actions: Readonly<Record<string, (input: Input, context: { idempotencyKey: string }) => object>>;
  readonly validators: typeof validators;
  /** Calls since the last time. */
  takeCalls(): Call[];
}

export function worldOf(plan: Plan): World {
  let calls: Call[] = [];
  const run =
    (action: string) =>
    (given: Input, { idempotencyKey }: { idempotencyKey: string }): object => {
      const input = { ...given };
      const result = resultOf(action, input);
      calls.push({ action, input, key: idempotencyKey, result });
      if (result === "failed") throw new Error(`${action} fails for this`);
      if (result === "broken") return {};
      const outputs = plan.actions?.[action]?.outputs ?? [];
      return Object.fromEntries(outputs.map((output) => [output, numberFor(`${output} ${JSON.stringify(input)}`)]));
    };
  return {
    actions: Object.fromEntries(Object.keys(plan.actions ?? {}).map((action) => [action, run(action)])),
    validators,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** `..._fails` throws and `..._breaks` returns nothing where an input holds a three. */
function resultOf(action: string, input: Input): Call["result"] {
  if (!Object.values(input).some((value) => value === 3 || String(value).startsWith("three"))) return "done";
  if (action.endsWith("_fails")) return "failed";
  return action.endsWith("_breaks") ? "broken" : "done";
}

/** A digit that depends on every letter. */
function numberFor(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum % 10;
}

type Others = { readonly slots: Readonly<Record<string, unknown>> };

/** Two of the validators read another slot. */
export const validators = {
  not_four: (value: unknown) => value !== "four",
  not_a: (value: unknown, { slots }: Others) => slots["a"] === undefined || slots["a"] === null || value !== slots["a"],
  not_n: (value: unknown, { slots }: Others) => slots["n"] === undefined || slots["n"] === null || value !== slots["n"],
};
