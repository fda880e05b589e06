import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Finding } from "./finding.ts";
import type { Modules } from "./load-modules.ts";
import type { RuleCode } from "./rules.ts";
import { hint, nearest } from "./suggest.ts";

interface Registry {
  readonly code: RuleCode;
  /** Without its ending. */
  readonly file: "actions" | "validators";
  readonly kind: string;
  readonly names: readonly string[];
  readonly expected: Iterable<string>;
}

/** Code that the YAML never asks for: a name that was changed on one side only, or code that is left over. */
export async function findUnusedCode(
  folder: string,
  modules: Modules,
  assistant: Assistant,
): Promise<readonly Finding[]> {
  const registries: readonly Registry[] = [
    {
      code: "action.not_declared",
      file: "actions",
      kind: "action",
      names: Object.keys(modules.actions),
      expected: assistant.actions.keys(),
    },
    {
      code: "validator.unused",
      file: "validators",
      kind: "validator",
      names: Object.keys(modules.validators),
      expected: assistant.validators,
    },
    {
      code: "normalizer.unused",
      file: "validators",
      kind: "normalizer",
      names: Object.keys(modules.normalizers),
      expected: assistant.normalizers,
    },
  ];
  const found = await Promise.all(registries.map((registry) => unusedIn(folder, registry)));
  return found.flat();
}

async function unusedIn(folder: string, { code, file, kind, names, expected }: Registry): Promise<readonly Finding[]> {
  const wanted = new Set(expected);
  const unused = names.filter((name) => !wanted.has(name));
  if (unused.length === 0) return [];
  const source = await readSourceOf(join(folder, file));
  return unused.map((name) => {
    const suggestion = nearest(name, [...wanted]);
    const near = suggestion === undefined ? "" : hint(suggestion, [...wanted]);
    return {
      code,
      severity: "warning",
      message: `The YAML ${kind === "action" ? "declares" : "uses"} no ${kind} '${name}'.${near}`,
      file: source.file,
      ...placeOf(name, source.text),
      ...(suggestion === undefined ? {} : { suggestion }),
    };
  });
}

async function readSourceOf(base: string): Promise<{ readonly file: string; readonly text: string }> {
  for (const ending of [".ts", ".js", ".mjs"]) {
    const text = await readFile(`${base}${ending}`, "utf8").catch(() => null);
    if (text !== null) return { file: `${base}${ending}`, text };
  }
  return { file: `${base}.ts`, text: "" };
}

/** Where a line begins with the name as a key: `name:`, `name(`, `async name(` or `name,`. */
function placeOf(name: string, text: string): { readonly line: number; readonly column: number } {
  const before = /^\s*(?:async\s+)?["']?$/;
  const after = /^["']?\s*[:(,]/;
  for (const [index, line] of text.split("\n").entries()) {
    const at = line.indexOf(name);
    if (at >= 0 && before.test(line.slice(0, at)) && after.test(line.slice(at + name.length)))
      return { line: index + 1, column: at + 1 };
  }
  return { line: 1, column: 1 };
}
