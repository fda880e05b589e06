import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { shownPlace } from "../project-code/author-frames.ts";
import { type CodePlaces, placeKey } from "../project-code/code-failure.ts";

type Entries = Readonly<Record<string, unknown>>;

interface CodeRecords {
  readonly actions: Entries;
  readonly validators: Entries;
  readonly normalizers: Entries;
  readonly commands: Entries;
  readonly steps: Entries;
  readonly slotTypes: Entries;
}

/** Each record of a folder's code: how its functions are called in a report, and the file that exports it. */
const records = [
  { record: "actions", port: "action", file: "actions" },
  { record: "validators", port: "validator", file: "validators" },
  { record: "normalizers", port: "normalizer", file: "validators" },
  { record: "commands", port: "command", file: "commands" },
  { record: "steps", port: "step", file: "steps" },
  { record: "slotTypes", port: "slot_type", file: "slot-types" },
] as const;

/** Where each function of a folder is written. A function that hangs has no stack that would tell. */
export function codePlaces(
  code: CodeRecords,
  fileOf: (name: (typeof records)[number]["file"]) => string | null,
): CodePlaces {
  return Object.fromEntries(
    records.flatMap(({ record, port, file: name }) => {
      const file = fileOf(name);
      if (file === null) return [];
      const lines = readLines(file);
      const start = Math.max(
        0,
        lines.findIndex((line) => new RegExp(`^export\\s+const\\s+${record}\\b`).test(line)),
      );
      return Object.keys(code[record]).map((entry) => [
        placeKey(port, entry),
        shownPlace({ file: resolve(file), ...findEntry(lines, start, entry) }),
      ]);
    }),
  );
}

/** The function of that name, or else its key in the record. */
function findEntry(lines: readonly string[], start: number, name: string): { line: number; column: number } {
  const escaped = name.replaceAll(/[^\w]/g, "\\$&");
  const key = new RegExp(`^\\s*(?:async\\s+)?\\*?["']?${escaped}["']?\\s*(?:[(:,]|$)`);
  const anywhere = new RegExp(`(?:^|[^\\w.])${escaped}["']?\\s*[(:,}]`);
  const named = new RegExp(`^\\s*(?:export\\s+)?(?:async\\s+)?(?:function\\*?|const)\\s+${escaped}\\b`);
  const after = (pattern: RegExp, from: number): number =>
    lines.findIndex((line, index) => index >= from && !/^\s*(?:\/\/|\*|\/\*)/.test(line) && pattern.test(line));
  const found =
    [after(named, 0), after(key, start + 1), after(anywhere, start), start].find((index) => index >= 0) ?? 0;
  return { line: found + 1, column: Math.max(0, lines[found]?.indexOf(name) ?? 0) + 1 };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
