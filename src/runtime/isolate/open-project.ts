import type { Finding } from "../../config/finding.ts";
import { type ActionEntry, findingIn, type Modules, noModules } from "../../config/load-modules.ts";
import { loadProject, type Project, type ProjectOptions } from "../../config/load-project.ts";
import { peekIsolation } from "../../config/peek-isolation.ts";
import type { ActionContext } from "../../engine/assistant/action.ts";
import type { CustomCommandEffect, CustomCommandView } from "../../engine/assistant/custom-command.ts";
import type { Migration } from "../../engine/assistant/migration.ts";
import type { ValidationContext } from "../../engine/assistant/validation.ts";
import { type Json, type JsonObject, mapEntries } from "../../engine/json.ts";
import type { SlotTypeContext } from "../../engine/slot-types/own-type.ts";
import type { StepCodeContext, StepResult } from "../../engine/steps/own.ts";
import { reasonOf } from "../../processes/process-end.ts";
import { currentProjectCall } from "../../project-code/call-project-code.ts";
import { type IsolatedProject, openIsolatedProject } from "./isolated-project.ts";
import type { Loading } from "./project-process.ts";
import type { CallKind, LoadedNames } from "./protocol.ts";

export interface OpenedProject extends Project {
  /** Ends the process of its code, if it has one. */
  close(): Promise<void>;
}

type OpenProjectOptions = Omit<ProjectOptions, "modules"> & {
  readonly log?: (message: string, data?: JsonObject) => void;
};

/** An assistant's folder with its code: imported here, or in a process of its own if `settings.actions.isolate` says so. */
export async function openProject(
  folder: string,
  { log = () => undefined, ...options }: OpenProjectOptions = {},
): Promise<OpenedProject> {
  const settings = await peekIsolation(folder);
  if (settings === null) return { ...(await loadProject(folder, options)), close: async () => undefined };
  const isolated = await openIsolatedProject({
    folder,
    edition: options.edition ?? null,
    heapMegabytes: settings.max_heap,
    log,
  });
  const idempotent = new Set<string>();
  const modules = proxiesOf(isolated, (name) => idempotent.has(name));
  const project = await loadProject(folder, { ...options, modules });
  for (const action of project.assistant?.actions.values() ?? []) if (action.idempotent) idempotent.add(action.name);
  if (project.assistant === null) await isolated.close();
  return { ...project, close: isolated.close };
}

/** A function for each one that the folder's code has. It asks the other process. */
function proxiesOf(isolated: IsolatedProject, isIdempotent: (name: string) => boolean): Modules {
  const { loading } = isolated;
  if (!loading.ok) return { ...noModules, findings: [findingOf(loading)] };
  const { actions, validators, normalizers, commands, steps, slotTypes, migrations, places, findings } = loading.names;
  const ask = (kind: CallKind, name: string, value: unknown, context: JsonObject) =>
    isolated.call({ kind, name, value, context, signals: timeOf(), log: ignore, repeatable: true });
  const check =
    (kind: "validator" | "normalizer", name: string) => async (value: unknown, context: ValidationContext) =>
      ask(kind, name, value, { ...context, slots: { ...context.slots } });
  const record = <Entry>(names: readonly string[], entryOf: (name: string) => unknown) =>
    Object.fromEntries(names.map((name) => [name, entryOf(name) as Entry]));
  return {
    actions: record<ActionEntry>(
      actions,
      (name) =>
        async (input: JsonObject, { signal, log, ...context }: ActionContext) =>
          isolated.call({
            kind: "action",
            name,
            value: input,
            context: { ...context },
            signals: [signal, ...timeOf()],
            // Its author gave it time to run, not to wait until a process that another call has ended is replaced.
            waits: currentProjectCall()?.waits,
            log,
            repeatable: isIdempotent(name),
          }),
    ),
    validators: record(validators, (name) => check("validator", name)),
    normalizers: record(normalizers, (name) => check("normalizer", name)),
    commands: mapEntries(commands, ({ description, schema }, name) => ({
      description,
      schema,
      handle: async (given: JsonObject, view: CustomCommandView) =>
        (await ask("command", name, given, { ...view } as unknown as JsonObject)) as CustomCommandEffect,
    })),
    steps: mapEntries(steps, ({ keys }, name) => ({
      keys,
      run: async (input: unknown, { language, timezone }: StepCodeContext) =>
        (await ask("step", name, input, { language, timezone })) as StepResult,
    })),
    slotTypes: mapEntries(slotTypes, ({ conforms, examples = [], formats }, name) => {
      const code = (kind: "slot_parse" | "slot_format") => (value: Json, context: SlotTypeContext) =>
        ask(kind, name, value, { ...context });
      return { conforms, examples, parse: code("slot_parse"), ...(formats ? { format: code("slot_format") } : {}) };
    }),
    migrations: migrations.map((each, index) => migrationOf(isolated, each, index)),
    places,
    findings,
  };
}

function migrationOf(
  isolated: IsolatedProject,
  { from, to, hasSlots }: LoadedNames["migrations"][number],
  index: number,
): Migration {
  if (!hasSlots) return { from, to };
  const slots = async (given: JsonObject) =>
    (await isolated.call({
      kind: "migration",
      name: String(index),
      value: given,
      context: {},
      signals: timeOf(),
      log: ignore,
      repeatable: true,
    })) as JsonObject;
  return { from, to, slots };
}

const ignore = (): void => undefined;

/** The deadline of the call that runs now, if it has one. */
const timeOf = (): readonly AbortSignal[] => {
  const call = currentProjectCall();
  return call === undefined ? [] : [call.signal];
};

const findingOf = ({ end, file }: Extract<Loading, { ok: false }>): Finding =>
  findingIn(
    file ?? "actions.ts",
    "module.failed_import",
    `The file can't be imported. It ended the process that imports it (${reasonOf(end)}).`,
  );
