import { hidden } from "../engine/assistant/slot.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { TextMask } from "../engine/secrets/mask.ts";
import { authorFrames, authorPlace, shownPlace } from "./author-frames.ts";
import { stackOf } from "./describe-error.ts";

/** A call of project code that failed, as its author wants to see it. Without secrets. */
export interface CodeFailure {
  readonly port: string;
  readonly name: string;
  readonly code: "threw" | "timeout" | "bad_result" | "too_large";
  readonly message: string;
  /** `actions.ts:12:11`: where it was thrown, or where the code begins. Null: not known. */
  readonly place: string | null;
  /** The author's lines of the stack, the innermost first. */
  readonly stack: readonly string[];
  /** What the code was given, as JSON. Null: nothing, or nothing that is shown. */
  readonly input: string | null;
}

/** Where each function of the project is written: `action pay` to `actions.ts:12:3`. */
export type CodePlaces = Readonly<Record<string, string>>;

export const placeKey = (port: string, name: string): string => `${port} ${name}`;

/** For whoever wrote the code: where it is, what of its input is secret, and who is told that it failed. */
export interface AuthorView {
  readonly places: CodePlaces;
  /** Names of slots whose values are secrets. */
  readonly sensitive: ReadonlySet<string>;
  /** The turn that calls it. */
  readonly turn?: number;
  readonly tell?: (failure: CodeFailure) => void;
}

interface FailedCode {
  readonly port: string;
  readonly name: string;
  readonly input?: unknown;
  readonly code: CodeFailure["code"];
  readonly message: string;
  readonly error?: unknown;
}

interface Shown {
  readonly author: AuthorView | undefined;
  readonly mask: TextMask | undefined;
}

/** Nobody reads more of an input. */
const longestInput = 2_000;

/** What its author is shown of a failure. */
export function codeFailure(failed: FailedCode, { author, mask }: Shown): CodeFailure {
  const { port, name, code, message } = failed;
  const stack = stackOf(failed.error);
  const thrown = authorPlace(stack);
  const written = author?.places[placeKey(port, name)] ?? null;
  const place = thrown === null ? written : shownPlace(thrown);
  const frames = authorFrames(stack);
  return masked(
    {
      port,
      name,
      code,
      message,
      place,
      stack: frames.length === 0 && written !== null ? [`${name} (${written})`] : frames,
      input: shownInput(failed.input, author?.sensitive ?? new Set()),
    },
    mask,
  );
}

/** Cut after it was masked: half a secret would not be found. */
function masked(failure: CodeFailure, mask: TextMask | undefined): CodeFailure {
  const safe = mask === undefined ? failure : mask.data(failure);
  return safe.input === null ? safe : { ...safe, input: safe.input.slice(0, longestInput) };
}

/** As one text, so that masking by value looks at all of it, whatever the names in it are. */
function shownInput(input: unknown, sensitive: ReadonlySet<string>): string | null {
  if (input === undefined) return null;
  try {
    return (
      JSON.stringify(input, (name, value: Json) => (sensitive.has(name) && value !== null ? hidden : value)) ?? null
    );
  } catch {
    return null;
  }
}

/** For a log: nothing that is empty. */
export const failureDetails = ({ place, stack, input }: CodeFailure, turn?: number): JsonObject => ({
  ...(turn === undefined ? {} : { turn }),
  ...(place === null ? {} : { place }),
  ...(stack.length === 0 ? {} : { stack: [...stack] }),
  ...(input === null ? {} : { input }),
});
