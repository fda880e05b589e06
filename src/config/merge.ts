import type { Finding } from "./finding.ts";
import { createLocate, type Path } from "./locate.ts";
import { isRecord, type Source } from "./source.ts";

export type Content = Readonly<Record<string, unknown>>;

export interface Merged {
  readonly content: Content;
  readonly findings: readonly Finding[];
}

/** Sections whose entries have names, and those that are maps of settings to any depth. */
const named = new Set(["slots", "actions", "responses", "flows"]);
const nested = new Set(["settings", "patterns", "knowledge"]);

/** All files as one assistant. What stands in two files is an error that shows both places. */
export function mergeSources(sources: readonly Source[]): Merged {
  const findings: Finding[] = [];
  const content: Record<string, unknown> = {};
  const owners = new Map<string, Source>();

  const twice = (path: Path, second: Source): void => {
    const first = owners.get(pathKey(path));
    if (first === undefined) return;
    const at = createLocate([first])(path, { atKey: true });
    findings.push({
      code: "config.duplicate_name",
      severity: "error",
      message: `'${path.join(".")}' is also at ${at.file}:${at.line}:${at.column}; keep one of them.`,
      ...createLocate([second])(path, { atKey: true }),
    });
  };

  const put = (target: Record<string, unknown>, at: { path: Path; value: unknown; source: Source }, depth: number) => {
    const { path, value, source } = at;
    const key = String(path.at(-1));
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    if (depth > 0 && isRecord(value) && (before === undefined || isRecord(before))) {
      const inside: Record<string, unknown> = before === undefined ? {} : { ...before };
      for (const [name, each] of Object.entries(value)) {
        put(inside, { path: [...path, name], value: each, source }, depth - 1);
      }
      define(target, key, inside);
    } else if (Object.hasOwn(target, key)) {
      twice(path, source);
    } else {
      define(target, key, value);
    }
    if (!owners.has(pathKey(path))) owners.set(pathKey(path), source);
  };

  for (const source of sources) {
    for (const [section, value] of Object.entries(source.data ?? {})) {
      // Each file may repeat the version; each one is checked.
      if (section === "version" && Object.hasOwn(content, section)) continue;
      const depth = named.has(section) ? 1 : nested.has(section) ? Number.POSITIVE_INFINITY : 0;
      put(content, { path: [section], value, source }, depth);
    }
  }
  return { content, findings };
}

const pathKey = (path: Path): string => JSON.stringify(path);

/** Names come from files: `__proto__` must become an ordinary key, to be refused later by name. */
const define = (target: Record<string, unknown>, key: string, value: unknown): void => {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
};
