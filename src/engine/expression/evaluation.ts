import type { Json } from "../json.ts";

/** What an expression can see. */
export interface Scope {
  /** The value of a dotted path; undefined if there is none. */
  lookup(path: readonly string[]): Json | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timezone: string;
  /** Told, without values, why something became null. */
  readonly trace?: (note: string) => void;
}

export const maximumSteps = 10_000;

/** One evaluation under way: what it may see and how much work it has left. */
export interface Evaluation {
  readonly scope: Scope;
  readonly timezone: string;
  /** False once the work allowed is used up: then whatever comes out is dropped. */
  step(): boolean;
  exhausted(): boolean;
  note(text: string): void;
}

export function startEvaluation(scope: Scope): Evaluation {
  let left = maximumSteps;
  return {
    scope,
    timezone: scope.timezone,
    step() {
      left -= 1;
      return left >= 0;
    },
    exhausted: () => left < 0,
    note: (text) => scope.trace?.(text),
  };
}
