import { access, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { SoniError } from "../../engine/errors.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { packageJson, readme, settingsFiles } from "./project-files.ts";
import { isTemplate, templateFolder, templates } from "./templates.ts";

export interface InitOptions {
  readonly template?: string;
  readonly name?: string;
  readonly yes?: true;
}

interface Plan {
  readonly folder: string;
  readonly template: keyof typeof templates;
  readonly name: string;
}

/** Files beside the assistant. A folder that has them keeps its own. */
const keptIfThere = new Set([
  ".gitignore",
  "README.md",
  "tsconfig.json",
  ".vscode/settings.json",
  ".vscode/extensions.json",
]);

/** Writes an assistant that runs at once. Nothing that is there already is overwritten. */
export async function init(folder: string | undefined, options: InitOptions, console: Console): Promise<ExitCode> {
  const plan = await planOf(folder, options, console);
  if (plan === null) return exitCode.interrupted;
  const files = await filesOf(plan);
  const taken = await Promise.all([...files.keys()].map((file) => exists(join(plan.folder, file))));
  const there = [...files.keys()].filter((_, index) => taken[index] === true);
  const inTheWay = there.filter((file) => !keptIfThere.has(file));
  if (inTheWay.length > 0)
    throw new SoniError("cli.not_empty", `'${plan.folder}' has ${inTheWay.join(", ")} already. Name another folder.`);
  await mkdir(plan.folder, { recursive: true });
  for (const [file, content] of files) {
    if (there.includes(file)) continue;
    const path = join(plan.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await ("copy" in content ? cp(content.copy, path) : writeFile(path, content.text));
  }
  if (there.length > 0) writeLine(console.output, `Left as it was: ${there.join(", ")}.`);
  sayNext(plan, files.has("package.json"), console);
  return exitCode.done;
}

/** Null: Ctrl-C instead of an answer. */
async function planOf(given: string | undefined, options: InitOptions, console: Console): Promise<Plan | null> {
  const isAsked = options.yes !== true && console.input.isTTY === true && console.output.isTTY === true;
  const lines = isAsked ? createInterface({ input: console.input, output: console.output }) : null;
  const ask = async (question: string, usual: string): Promise<string> => {
    const answer = (await lines?.question(`${question} (${usual}) `)) ?? "";
    return answer.trim() === "" ? usual : answer.trim();
  };
  try {
    const folder = given ?? (await ask("Which folder?", "assistant"));
    const question = `Begin with what? ${Object.keys(templates).join(", ")}`;
    let template = options.template ?? (await ask(question, "empty"));
    while (!isTemplate(template)) {
      const problem = `There is no template '${template}': ${Object.keys(templates).join(", ")}.`;
      if (!isAsked || options.template !== undefined) throw new SoniError("cli.no_such_template", problem);
      writeLine(console.output, problem);
      template = await ask(question, "empty");
    }
    const name = options.name ?? (await ask("What is it called?", templates[template].name));
    return { folder, template, name };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
    writeLine(console.output, "");
    return null;
  } finally {
    lines?.close();
  }
}

type FileContent = { readonly copy: string } | { readonly text: string };

/** Every file by its path in the new folder. */
async function filesOf(plan: Plan): Promise<ReadonlyMap<string, FileContent>> {
  const from = templateFolder(plan.template);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const copied = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".soni"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(from.length + 1), { copy: path }] as const);
  const needsPackage = !(await hasPackageAbove(plan.folder));
  const written = Object.entries({
    ...(await settingsFiles()),
    "README.md": readme(plan.name),
    ...(needsPackage ? { "package.json": packageJson(plan.name) } : {}),
  }).map(([path, text]) => [path, { text }] as const);
  return new Map<string, FileContent>([...copied, ...written]);
}

/** In a project that is there, the assistant is a folder of it. */
async function hasPackageAbove(folder: string): Promise<boolean> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (await exists(join(at, "package.json"))) return true;
    if (dirname(at) === at) return false;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function sayNext({ folder, name }: Plan, hasOwnPackage: boolean, { output }: Console): void {
  const paint = painter(output);
  // With a package of its own, Soni is not installed yet, and is found from inside.
  const at = hasOwnPackage || folder === "." ? "" : ` ${folder}`;
  const enter = folder === "." ? "" : `cd ${folder} && `;
  const next = [
    ...(hasOwnPackage ? [[`${enter}npm install`, "once"] as const] : []),
    [`npx soni chat${at}`, "talk to it"],
    [`npx soni test${at}`, "hold the conversations of its tests"],
    [`npx soni dev${at}`, "see it in the browser while you edit"],
  ] as const;
  const width = Math.max(...next.map(([command]) => command.length));
  writeLine(output, `${paint("bold", name)} is ${folder === "." ? "here" : `in ${folder}`}. What you can do next:`);
  for (const [command, about] of next) writeLine(output, `  ${paint("cyan", command.padEnd(width))}  ${about}`);
}
