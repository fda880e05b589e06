import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { ActionFunction } from "../engine/assistant/action.ts";
import type { CustomCommandHandler } from "../engine/assistant/custom-command.ts";
import type { Migration } from "../engine/assistant/migration.ts";
import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { JsonObject } from "../engine/json.ts";
import { conformable, type SlotTypeCode } from "../engine/slot-types/own-type.ts";
import { slotTypeNames } from "../engine/slot-types/slot-types.ts";
import { ownKinds, type StepCode } from "../engine/steps/own.ts";
import { steps as builtInSteps } from "../engine/steps/steps.ts";
import type { CodePlaces } from "../project-code/code-failure.ts";
import { codePlaces } from "./code-places.ts";
import { failedImport } from "./failed-import.ts";
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

/** A project's own command; only whoever offers it to a model looks into its schema. */
export interface CommandEntry {
  readonly description: string;
  readonly schema: Schema | JsonObject;
  readonly handle: CustomCommandHandler;
}

export interface Modules {
  readonly actions: Readonly<Record<string, ActionEntry>>;
  readonly validators: Readonly<Record<string, Validator>>;
  readonly normalizers: Readonly<Record<string, Normalizer>>;
  readonly commands: Readonly<Record<string, CommandEntry>>;
  readonly steps: Readonly<Record<string, StepCode>>;
  readonly slotTypes: Readonly<Record<string, SlotTypeCode>>;
  readonly migrations: readonly Migration[];
  /** Where each function is written. */
  readonly places: CodePlaces;
  readonly findings: readonly Finding[];
}

/** The code of a folder that has none. */
export const noModules: Modules = {
  actions: {},
  validators: {},
  normalizers: {},
  commands: {},
  steps: {},
  slotTypes: {},
  migrations: [],
  places: {},
  findings: [],
};

const endings = [".ts", ".js", ".mjs"];
const isFunction = (value: unknown): boolean => typeof value === "function";
const isAction = (value: unknown): boolean => isFunction(value) || (isRecord(value) && isFunction(value["run"]));
const isCommand = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value["description"] === "string" &&
  isRecord(value["schema"]) &&
  isFunction(value["handle"]);
const isKey = ([name, key]: [string, unknown]): boolean =>
  isRecord(key) && (ownKinds as readonly unknown[]).includes(key["kind"]) && !everyStep.includes(name);
const everyStep = ["step", "type", "when", "jump_to", "on_error"];
const isStep = (value: unknown, name: string): boolean =>
  isRecord(value) &&
  isRecord(value["keys"]) &&
  Object.entries(value["keys"]).every(isKey) &&
  isFunction(value["run"]) &&
  !Object.hasOwn(builtInSteps, name);
const isSlotType = (value: unknown, name: string): boolean =>
  isRecord(value) &&
  (conformable as readonly unknown[]).includes(value["conforms"]) &&
  isFunction(value["parse"]) &&
  (value["format"] === undefined || isFunction(value["format"])) &&
  !(slotTypeNames as readonly string[]).includes(name);

/** The files of a folder's code, without their endings. */
export const moduleNames = ["actions", "validators", "migrations", "commands", "steps", "slot-types"] as const;

/**
 * Imports `actions.ts`, `validators.ts`, `commands.ts`, `steps.ts`, `slot-types.ts` and `migrations.ts` of an assistant's folder,
 * where they are; Node strips their types. Another `edition` is another module: a test wants none of what the one before it left behind. `importing` hears of
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
  const found = new Map<(typeof moduleNames)[number], Imported | null>();
  for (const name of moduleNames)
    found.set(name, await importModule({ base: join(folder, name), query, importing }, findings));
  const record = <Entry>(
    file: (typeof moduleNames)[number],
    name: string,
    rule: Partial<EntryRule> & Pick<EntryRule, "accepts" | "kind">,
  ): Readonly<Record<string, Entry>> => {
    const imported = found.get(file) ?? null;
    if (imported === null) return {};
    return readExport(imported, { name, required: true, ...rule }, findings) as Readonly<Record<string, Entry>>;
  };
  const either = found.get("validators")?.exports["normalizers"] === undefined;
  const migrations = found.get("migrations") ?? null;
  const read: Omit<Modules, "places"> = {
    actions: record("actions", "actions", { accepts: isAction, kind: "a function or { run }" }),
    validators: record("validators", "validators", { accepts: isFunction, required: either, kind: "a function" }),
    normalizers: record("validators", "normalizers", { accepts: isFunction, required: false, kind: "a function" }),
    commands: record("commands", "commands", { accepts: isCommand, kind: "{ description, schema, handle }" }),
    steps: record("steps", "steps", {
      accepts: isStep,
      kind: `{ keys, run } under a name that is not taken, with keys of the kinds ${ownKinds.join(", ")} besides ${everyStep.join(", ")}`,
    }),
    slotTypes: record("slot-types", "slotTypes", {
      accepts: isSlotType,
      kind: `{ conforms, parse } under a name that is not taken, where conforms is one of ${conformable.join(", ")}`,
    }),
    migrations: migrations === null ? [] : readMigrations(migrations, findings),
    findings,
  };
  return { ...read, places: codePlaces(read, (name) => found.get(name)?.file ?? null) };
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
  readonly accepts: (value: unknown, name: string) => boolean;
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
      findings.push(failedImport(file, error));
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
    if (accepts(value, entry)) continue;
    findings.push(findingIn(file, "module.invalid_entry", `'${entry}' of '${name}' must be ${kind}.`));
  }
  // The YAML is read with these: one that is wrong would be told twice, or read wrongly.
  return name === "steps" || name === "slotTypes"
    ? Object.fromEntries(Object.entries(found).filter(([entry, value]) => accepts(value, entry)))
    : found;
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

/**
 * Which files could be read. Nobody knows what a broken file would have registered, so nothing is reported as missing from it. If a file is
 * broken, the files that import it are broken too.
 */
export function readableModules(findings: readonly Finding[]): (name: (typeof moduleNames)[number]) => boolean {
  const unread = findings.filter(({ code }) => code !== "module.invalid_entry").map(({ file }) => file);
  const isOf = (file: string, name: string): boolean => new RegExp(`(^|[\\\\/])${name}\\.\\w+$`).test(file);
  return (name) => !unread.some((file) => isOf(file, name) || !moduleNames.some((each) => isOf(file, each)));
}
