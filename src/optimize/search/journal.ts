import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import type { Usage } from "../../engine/state/turn.ts";
import type { FinishReason, ModelFailureCode } from "../../model/language-model.ts";

/** One thing that came from outside: all else follows from these lines, the seed and the rows. */
export type JournalLine =
  /** The first line: a hash of everything that the answers and choices depend on. */
  | { readonly kind: "start"; readonly search: string; readonly problem: string }
  | {
      readonly kind: "answer";
      /** The question's hash. */
      readonly key: string;
      readonly text: string;
      readonly finish: FinishReason;
      readonly usage: Usage;
      readonly attempts: number;
      /** Milliseconds of working time of the run when it came. */
      readonly elapsed: number;
    }
  | {
      readonly kind: "failure";
      readonly key: string;
      readonly code: ModelFailureCode;
      readonly attempts: number;
      readonly elapsed: number;
    }
  /** Failures ended the run. When it is resumed, they are counted, but they are not what happens again. */
  | { readonly kind: "gave_up" };

/** What a search has learnt from outside, in the order in which it came. */
export interface Journal {
  /** Those of earlier runs. */
  readonly lines: readonly JournalLine[];
  /** It is on disk when this returns. */
  append(line: JournalLine): void;
}

/** One line for each thing, only ever appended to. A last line that a kill cut short is ignored. */
export const openJournal = (file: string): Journal => {
  const text = contentOf(file);
  const lines = text.split("\n").flatMap(lineOf);
  let isFresh = false;
  return {
    lines,
    append(line) {
      if (!isFresh) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // The first line of this process begins after whatever was left of another one's last.
      const gap = isFresh || text === "" || text.endsWith("\n") ? "" : "\n";
      isFresh = true;
      appendFileSync(file, `${gap}${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
};

/** Keeps nothing on disk: such a run can't be resumed after a kill. */
export const memoryJournal = (before: readonly JournalLine[] = []): Journal & { readonly all: JournalLine[] } => {
  const all = [...before];
  return { lines: before, all, append: (line) => void all.push(line) };
};

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    const problem = error instanceof Error ? error.message : String(error);
    throw new SoniError("optimize.journal_unreadable", `The journal '${file}' cannot be read: ${problem}`);
  }
};

const kinds: ReadonlySet<unknown> = new Set<JournalLine["kind"]>(["start", "answer", "failure", "gave_up"]);

const lineOf = (line: string): readonly JournalLine[] => {
  if (line.trim() === "") return [];
  try {
    const data: unknown = JSON.parse(line);
    if (typeof data === "object" && data !== null && "kind" in data && kinds.has(data.kind))
      return [data as JournalLine];
  } catch {
    // A kill cut this line, and a later run has begun a new one after it: what it said was never acted on.
  }
  return [];
};
