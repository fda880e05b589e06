import { type Finding, hasErrors } from "./finding.ts";
import { loadAssistant } from "./load.ts";
import { loadModules, type Modules, readableModules } from "./load-modules.ts";
import type { LoadOptions } from "./options.ts";
import type { Loaded } from "./parse-assistant.ts";
import { findUnusedCode } from "./unused-code.ts";

export interface Project extends Loaded, Omit<Modules, "findings"> {}

export interface ProjectOptions extends Pick<LoadOptions, "stackLimits" | "env"> {
  readonly edition?: string;
  /** The folder's code, if it was loaded elsewhere. Default: it is imported here. */
  readonly modules?: Modules;
}

/** An assistant's folder as a whole: YAML, code, and whether each has what the other expects of it. */
export async function loadProject(folder: string, given: ProjectOptions = {}): Promise<Project> {
  const { edition, modules: loadedElsewhere, ...options } = given;
  const { findings: moduleFindings, ...modules } = loadedElsewhere ?? (await loadModules(folder, edition));
  const readable = readableModules(moduleFindings);
  const loaded = await loadAssistant(folder, {
    ...options,
    ...(readable("actions") ? { actions: Object.keys(modules.actions) } : {}),
    steps: modules.steps,
    slotTypes: modules.slotTypes,
    ...(readable("validators")
      ? { validators: Object.keys(modules.validators), normalizers: Object.keys(modules.normalizers) }
      : {}),
  });
  const unused =
    loaded.assistant === null
      ? []
      : await findUnusedCode(folder, { ...modules, findings: moduleFindings }, loaded.assistant);
  const findings: readonly Finding[] = [...loaded.findings, ...moduleFindings, ...unused];
  return { ...modules, findings, assistant: hasErrors(findings) ? null : loaded.assistant };
}
