import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { formatFinding, hasErrors } from "../config/finding.ts";
import { parseAssistant } from "../config/parse-assistant.ts";
import type { SourceText } from "../config/source.ts";
import type { Assistant } from "../domain/assistant.ts";
import { SoniError } from "../domain/errors.ts";
import type { SoniOptions } from "../runtime/create-soni.ts";
import type { AssistantOrigin, Conversation } from "./conversation.ts";
import { overrideSources } from "./override-sources.ts";
import { scriptedActions } from "./scripted-actions.ts";
import { scriptedNormalizers, scriptedValidators } from "./scripted-validators.ts";

export type AssistantWithCode = Required<Pick<SoniOptions, "assistant" | "actions" | "validators" | "normalizers">>;

/** The assistant of a test with its code; what the test scripts itself replaces code of the same name. */
export async function openAssistant(conversation: Pick<Conversation, "origin" | "setup">): Promise<AssistantWithCode> {
  const { origin, setup } = conversation;
  const texts = overrideSources(await textsOf(origin), {
    settings: setup.settings ?? {},
    patterns: setup.patterns ?? {},
  });
  const code = origin.kind === "folder" ? await codeOf(origin.folder) : {};
  return {
    assistant: assistantOf(texts),
    actions: { ...code.actions, ...scriptedActions(setup.actions) },
    validators: { ...code.validators, ...scriptedValidators(setup.validators) },
    normalizers: { ...code.normalizers, ...scriptedNormalizers(setup.normalizers) },
  };
}

function assistantOf(texts: readonly SourceText[]): Assistant {
  const { assistant, findings } = parseAssistant(texts);
  if (assistant !== null && !hasErrors(findings)) return assistant;
  throw new SoniError("test.bad_assistant", ["The assistant has mistakes:", ...findings.map(formatFinding)].join("\n"));
}

async function textsOf(origin: AssistantOrigin): Promise<readonly SourceText[]> {
  if (origin.kind === "text") return [origin.source];
  const names = (await readdir(origin.folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
  const files = names.map((name) => join(origin.folder, name));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
}

type Code = Pick<SoniOptions, "actions" | "validators" | "normalizers">;
let imports = 0;

/** Imported anew for each conversation: what one leaves behind in a module must not reach the next. */
async function codeOf(folder: string): Promise<Code> {
  const present = new Set(await readdir(folder));
  const modules = await Promise.all(
    ["actions.ts", "validators.ts"]
      .filter((name) => present.has(name))
      .map(async (name): Promise<Code> => {
        imports += 1;
        return import(`${pathToFileURL(resolve(folder, name)).href}?run=${imports}`);
      }),
  );
  return Object.assign({}, ...modules) as Code;
}
