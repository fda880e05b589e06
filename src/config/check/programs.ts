import type { NamedProgram, NamedWeights } from "../../engine/assistant/settings.ts";
import type { LoadOptions } from "../options.ts";
import type { Report } from "../report.ts";
import { type ProgramFile, parseProgram, understandingOf } from "../schema/program.ts";
import type { SettingsContent } from "../schema/settings.ts";
import { parseWeights } from "../schema/weights.ts";

/** The prompt programs, and the weights, that the settings name. */
export interface Programs {
  readonly nlu?: NamedProgram<"commands" | "slots">;
  readonly rephrase?: NamedProgram<"rephrase">;
  readonly weights?: NamedWeights;
}

/** Reads the files of prompt programs and of weights. Each problem is reported at the setting that names the file. */
export function readPrograms(settings: SettingsContent, report: Report, options: LoadOptions): Programs {
  const { models } = settings;
  const { readFile } = options;
  const weights = readWeights(settings, report, options);
  const read = <Program>(
    name: "nlu" | "rephrase",
    programIn: (content: ProgramFile) => Program | string,
  ): { readonly file: string; readonly program: Program } | undefined => {
    const path = ["settings", "models", name, "program"];
    const file = models[name].program;
    if (file === undefined) return undefined;
    const refuse = (message: string): undefined => {
      report.add({ code: "settings.bad_program", path, message });
    };
    if (readFile === undefined)
      return refuse(`The program '${file}' is a file: load the assistant from its folder, with loadAssistant.`);
    const text = readFile(file);
    if (text === null) return refuse(`There is no '${file}' in the assistant's folder.`);
    const parsed = parseProgram(text);
    if (!parsed.ok) return refuse(`'${file}' is no prompt program: ${parsed.problem}.`);
    const program = programIn(parsed.content);
    return typeof program === "string" ? refuse(`'${file}' can't be used here: ${program}.`) : { file, program };
  };
  const nlu = read("nlu", understandingOf);
  const rephrase = read("rephrase", ({ made: _, ...content }) =>
    content.rephrase === undefined ? "it has no 'rephrase'" : { ...content, rephrase: content.rephrase },
  );
  if (nlu !== undefined && models.nlu.provider === "embedded") {
    const message = "The embedded understander has no prompts, so this program is not used.";
    const path = ["settings", "models", "nlu", "program"];
    report.add({ code: "settings.unused_program", severity: "warning", path, message });
  }
  return {
    ...(nlu === undefined ? {} : { nlu }),
    ...(rephrase === undefined ? {} : { rephrase }),
    ...(weights === undefined ? {} : { weights }),
  };
}

function readWeights({ models }: SettingsContent, report: Report, { readFile }: LoadOptions): NamedWeights | undefined {
  const file = models.nlu.weights;
  if (file === undefined) return undefined;
  const refuse = (message: string): undefined => {
    report.add({ code: "settings.bad_weights", path: ["settings", "models", "nlu", "weights"], message });
  };
  if (readFile === undefined)
    return refuse(`The weights '${file}' are a file: load the assistant from its folder, with loadAssistant.`);
  const text = readFile(file);
  if (text === null) return refuse(`There is no '${file}' in the assistant's folder.`);
  const weights = parseWeights(text);
  return typeof weights === "string" ? refuse(`'${file}' holds no weights: ${weights}.`) : { file, weights };
}
