import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { SoniError } from "../../engine/errors.ts";

/** Answers that were paid for, kept on disk under the hash of the question. */
export interface AnswerCache<Value> {
  get(key: string): Value | undefined;
  /** It is on disk when this returns: a run that is killed has paid for nothing twice. */
  put(key: string, value: Value): void;
  readonly size: number;
}

/** One answer a line, only ever appended to. A last line that a kill cut short is ignored. */
export const openAnswerCache = <Value>(file: string): AnswerCache<Value> => {
  const entries = readEntries<Value>(file);
  let isFresh = false;
  return {
    get: (key) => entries.get(key),
    put: (key, value) => {
      entries.set(key, value);
      if (!isFresh) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // The first line of this process begins after whatever was left of another one's last.
      const line = `${isFresh ? "" : "\n"}${JSON.stringify([key, value])}\n`;
      isFresh = true;
      appendFileSync(file, line, { mode: 0o600 });
    },
    get size() {
      return entries.size;
    },
  };
};

const readEntries = <Value>(file: string): Map<string, Value> => {
  const entries = new Map<string, Value>();
  for (const line of contentOf(file).split("\n")) {
    const entry = entryOf<Value>(line);
    if (entry !== null) entries.set(...entry);
  }
  return entries;
};

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    const problem = error instanceof Error ? error.message : String(error);
    throw new SoniError("evaluation.cache_unreadable", `The cache of answers cannot be read: ${problem}`);
  }
};

const entryOf = <Value>(line: string): [string, Value] | null => {
  try {
    const data: unknown = JSON.parse(line);
    return Array.isArray(data) && typeof data[0] === "string" ? [data[0], data[1] as Value] : null;
  } catch {
    return null;
  }
};

/** Remembers nothing on disk: for understanders that cost nothing, and for runs that ask everything anew. */
export const memoryCache = <Value>(): AnswerCache<Value> => {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    put: (key, value) => void entries.set(key, value),
    get size() {
      return entries.size;
    },
  };
};
