import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, parseDocument } from "yaml";
import { loadAssistant } from "../../config/load.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { programId } from "../../understand/program-id.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";
import { findProgram } from "./programs-folder.ts";
import { scopeHash } from "./scope-hash.ts";

const setting = ["settings", "models", "nlu", "program"];

/** Lets the settings name a program, in the file that has them. If the assistant does not load with it, nothing is changed. */
export async function applyProgram(folder: string, name: string | undefined, console: Console): Promise<ExitCode> {
  const { file, program, made } = await findProgram(folder, name);
  const before = await loadAssistant(folder);
  // Another program is the way out where the settings name one that is missing or broken.
  const others = before.findings.filter(
    ({ code, severity }) => severity === "error" && code !== "settings.bad_program",
  );
  if (before.assistant === null && others.length > 0) throw new AssistantError(folder, before.findings);
  const source = await sourceOfSettings(folder);
  const document = parseDocument(source.text);
  if (file === "default") document.deleteIn(setting);
  else document.setIn(setting, file);
  await writeFile(source.file, document.toString({ lineWidth: 0 }));
  const after = await loadAssistant(folder);
  if (after.assistant === null) {
    await writeFile(source.file, source.text);
    writeLine(console.errors, showFindings(after.findings, painter(console.errors)));
    return exitCode.failed;
  }
  if (after.findings.length > 0) writeLine(console.errors, showFindings(after.findings, painter(console.errors)));
  const said =
    file === "default"
      ? "The built-in program is used from now on."
      : `Program ${programId(program)} is used from now on.`;
  writeLine(console.output, `${painter(console.output)("green", "ok")} ${source.file}: ${said}`);
  for (const doubt of doubtsAbout(made, after.assistant))
    writeLine(
      console.errors,
      `${painter(console.errors)("yellow", "note")} ${doubt} Measure it with 'soni eval ${folder}'.`,
    );
  return exitCode.done;
}

/** Why a program may not be as good here as it was where it was measured. */
function doubtsAbout({ assistant: scope, model, accepted }: JsonObject, assistant: Assistant): readonly string[] {
  const { nlu } = assistant.settings.models;
  const present = `${nlu.provider}:${nlu.model ?? ""}`;
  return [
    ...(accepted === false ? ["The gate refused it."] : []),
    ...(scope === undefined || scope === scopeHash(assistant)
      ? []
      : ["It was made for other flows or slots than the assistant has now."]),
    ...(model === undefined || model === present
      ? []
      : [`It was made for ${String(model)}, and the settings name ${present}.`]),
  ];
}

/** The YAML file of the folder that has the settings of models, else the one with settings, else the first. */
async function sourceOfSettings(folder: string): Promise<{ readonly file: string; readonly text: string }> {
  const names = (await readdir(folder)).filter((each) => /\.ya?ml$/.test(each)).sort();
  const sources = await Promise.all(
    names.map(async (each) => ({ file: join(folder, each), text: await readFile(join(folder, each), "utf8") })),
  );
  const having = (path: readonly string[]) => sources.find(({ text }) => isMap(parseDocument(text).getIn(path)));
  const found = having(["settings", "models", "nlu"]) ?? having(["settings"]) ?? sources[0];
  if (found !== undefined) return found;
  throw new SoniError("cli.no_such_folder", `There is no YAML in ${folder}.`);
}
