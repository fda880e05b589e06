import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Finding, formatFinding, hasErrors } from "../config/finding.ts";
import { loadModules, type Modules, noModules, readableModules } from "../config/load-modules.ts";
import { parseAssistant } from "../config/parse-assistant.ts";
import type { SourceText } from "../config/source.ts";
import { SoniError } from "../engine/errors.ts";
import { placeKey } from "../project-code/code-failure.ts";
import type { SoniOptions } from "../runtime/create-soni.ts";
import type { AssistantOrigin, Conversation } from "./conversation.ts";
import { overrideSources } from "./override-sources.ts";
import { scriptedActions } from "./scripted-actions.ts";
import { scriptedNormalizers, scriptedValidators } from "./scripted-validators.ts";

export type AssistantWithCode = Required<
  Pick<
    SoniOptions,
    "assistant" | "actions" | "validators" | "normalizers" | "commands" | "steps" | "slotTypes" | "places"
  >
>;

/** The assistant of a test with its code; what the test scripts itself replaces code of the same name. */
export async function openAssistant(conversation: Pick<Conversation, "origin" | "setup">): Promise<AssistantWithCode> {
  const { origin, setup } = conversation;
  const modules = await modulesOf(origin);
  const code = {
    actions: { ...modules.actions, ...scriptedActions(setup.actions) },
    validators: { ...modules.validators, ...scriptedValidators(setup.validators) },
    normalizers: { ...modules.normalizers, ...scriptedNormalizers(setup.normalizers) },
    commands: modules.commands,
    steps: modules.steps,
    slotTypes: modules.slotTypes,
    places: placesOf(modules.places, setup),
  };
  const readable = readableModules(modules.findings);
  const registered = {
    ...(readable("actions") ? { actions: Object.keys(code.actions) } : {}),
    ...(readable("validators")
      ? { validators: Object.keys(code.validators), normalizers: Object.keys(code.normalizers) }
      : {}),
    steps: code.steps,
    slotTypes: code.slotTypes,
  };
  const texts = await textsOf(origin);
  const changed = overrideSources(texts, { settings: setup.settings ?? {}, patterns: setup.patterns ?? {} });
  // As written first: with settings replaced, the places of mistakes would be those of another text.
  const written = parseAssistant(texts, registered);
  const loaded = changed === texts || hasErrors(written.findings) ? written : parseAssistant(changed, registered);
  if (loaded.assistant === null || modules.findings.length > 0)
    throw badAssistant([...loaded.findings, ...modules.findings]);
  return { assistant: loaded.assistant, ...code };
}

/** What the test scripts is written nowhere in the folder. */
function placesOf(
  places: Modules["places"],
  { actions, validators, normalizers }: Conversation["setup"],
): Modules["places"] {
  const scripted = new Set([
    ...Object.keys(actions ?? {}).map((name) => placeKey("action", name)),
    ...Object.keys(validators ?? {}).map((name) => placeKey("validator", name)),
    ...Object.keys(normalizers ?? {}).map((name) => placeKey("normalizer", name)),
  ]);
  return Object.fromEntries(Object.entries(places).filter(([key]) => !scripted.has(key)));
}

const badAssistant = (findings: readonly Finding[]): SoniError =>
  new SoniError("test.bad_assistant", ["The assistant has mistakes:", ...findings.map(formatFinding)].join("\n"));

export async function textsOf(origin: AssistantOrigin): Promise<readonly SourceText[]> {
  if (origin.kind === "text") return [origin.source];
  if (origin.texts !== undefined) return origin.texts;
  const names = (await readdir(origin.folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
  const files = names.map((name) => join(origin.folder, name));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
}

let editions = 0;

/** Imported anew for each conversation: what one leaves behind in a module must not reach the next. */
async function modulesOf(origin: AssistantOrigin): Promise<Modules> {
  if (origin.kind === "text") return noModules;
  editions += 1;
  return loadModules(origin.folder, `test-${editions}`);
}
