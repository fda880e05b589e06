import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { ActionFunction } from "../engine/assistant/action.ts";
import type { Migration } from "../engine/assistant/migration.ts";
import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { Finding } from "./finding.ts";
import type { RuleCode } from "./rules.ts";
import { isRecord } from "./source.ts";
import { readTypeScriptAsModules } from "./typescript-as-modules.ts";

/** zod's, or anything that checks in the same way; only whoever runs the action looks into it. */
interface Schema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: { readonly message: string } | undefined;
    readonly data?: unknown;
  };
}

/** An action as users write it. */
export type ActionEntry =
  | ActionFunction
  | { readonly run: ActionFunction; readonly input?: Schema; readonly output?: Schema };

export interface Modules {
  readonly actions: Readonly<Record<string, ActionEntry>>;
  readonly validators: Readonly<Record<string, Validator>>;
  readonly normalizers: Readonly<Record<string, Normalizer>>;
  readonly migrations: readonly Migration[];
  readonly findings: readonly Finding[];
}

const endings = [".ts", ".js", ".mjs"];
const isFunction = (value: unknown): boolean => typeof value === "function";
const isAction = (value: unknown): boolean => isFunction(value) || (isRecord(value) && isFunction(value["run"]));

/**
 * Imports `actions.ts`, `validators.ts` and `migrations.ts` of an assistant's folder, where they are; Node strips their
 * types. Another `edition` is another module: a test wants none of what the one before it left behind. `importing` hears of
 * each file before its code runs.
 */
export async function loadModules(
  folder: string,
  edition?: string,
  importing: (file: string) => void = () => undefined,
): Promise<Modules> {
  readTypeScriptAsModules(folder);
  const findings: Finding[] = [];
  const query = edition === undefined ? "" : `?edition=${edition}`;
  const actions = await importModule({ base: join(folder, "actions"), query, importing }, findings);
  const validators = await importModule({ base: join(folder, "validators"), query, importing }, findings);
  const migrations = await importModule({ base: join(folder, "migrations"), query, importing }, findings);
  const record = <Entry>(found: Imported | null, name: string, rule: EntryRule): Readonly<Record<string, Entry>> =>
    found === null ? {} : (readExport(found, { name, ...rule }, findings) as Readonly<Record<string, Entry>>);
  const either = validators?.exports["normalizers"] === undefined;
  return {
    actions: record(actions, "actions", { accepts: isAction, required: true, kind: "a function or { run }" }),
    validators: record(validators, "validators", { accepts: isFunction, required: either, kind: "a function" }),
    normalizers: record(validators, "normalizers", { accepts: isFunction, required: false, kind: "a function" }),
    migrations: migrations === null ? [] : readMigrations(migrations, findings),
    findings,
  };
}

interface ImportPlan {
  /** The file without its ending. */
  readonly base: string;
  readonly query: string;
  readonly importing: (file: string) => void;
}

interface Imported {
  readonly file: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

interface EntryRule {
  readonly accepts: (value: unknown) => boolean;
  readonly required: boolean;
  readonly kind: string;
}

export const findingIn = (file: string, code: RuleCode, message: string): Finding => ({
  code,
  severity: "error",
  message,
  file,
  line: 1,
  column: 1,
});

async function importModule({ base, query, importing }: ImportPlan, findings: Finding[]): Promise<Imported | null> {
  for (const ending of endings) {
    const file = `${base}${ending}`;
    if (!(await exists(file))) continue;
    importing(file);
    try {
      return { file, exports: await import(pathToFileURL(resolve(file)).href + query) };
    } catch (error) {
      // Users' code runs here: whatever it throws is its own mistake, to be shown with its file.
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      findings.push(findingIn(file, "module.failed_import", `The file can't be imported. ${reason}`));
      return null;
    }
  }
  return null;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

function readExport(
  { file, exports }: Imported,
  { name, accepts, required, kind }: EntryRule & { readonly name: string },
  findings: Finding[],
): Readonly<Record<string, unknown>> {
  const found = exports[name];
  if (!isRecord(found)) {
    const message = `It must export a record: export const ${name} = { name: (...) => ... };`;
    if (required || found !== undefined) findings.push(findingIn(file, "module.missing_export", message));
    return {};
  }
  for (const [entry, value] of Object.entries(found)) {
    if (accepts(value)) continue;
    findings.push(findingIn(file, "module.invalid_entry", `'${entry}' of '${name}' must be ${kind}.`));
  }
  return found;
}

const migrationPlace = z.strictObject({ flow: z.string().optional(), step: z.string().optional() });
const migrationSchema = z.strictObject({
  from: migrationPlace.required({ flow: true }),
  to: migrationPlace,
  slots: z.custom((value) => value === undefined || isFunction(value)).optional(),
});

function readMigrations({ file, exports }: Imported, findings: Finding[]): readonly Migration[] {
  const found = exports["migrations"];
  if (!Array.isArray(found)) {
    const message = "It must export a list: export const migrations = [{ from: { flow }, to: { flow } }];";
    findings.push(findingIn(file, "module.missing_export", message));
    return [];
  }
  for (const [index, value] of found.entries()) {
    if (migrationSchema.safeParse(value).success) continue;
    const message = `Entry ${index + 1} of 'migrations' must be { from: { flow, step? }, to: { flow?, step? }, slots? }.`;
    findings.push(findingIn(file, "module.invalid_entry", message));
  }
  return found as readonly Migration[];
}
