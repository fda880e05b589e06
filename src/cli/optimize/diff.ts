import { programText } from "../../optimize/report/program-text.ts";
import { diffLines, nearChanges } from "../../report/difference.ts";
import { defaultProgram } from "../../understand/program.ts";
import { programId } from "../../understand/program-id.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { openForData } from "../dataset/dataset.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { findProgram } from "./programs-folder.ts";

/** Lines around a change that are shown with it. */
const around = 2;

/** Shows what one program says and another does not, line by line. */
export async function diffPrograms(
  folder: string,
  names: { readonly program: string | undefined; readonly before: string | undefined },
  { output }: Console,
): Promise<ExitCode> {
  const after = await findProgram(folder, names.program);
  const before = names.before === undefined ? await presentOf(folder) : await findProgram(folder, names.before);
  const paint = painter(output);
  writeLine(output, paint("bold", `- ${before.file} (${programId(before.program)})`));
  writeLine(output, paint("bold", `+ ${after.file} (${programId(after.program)})`));
  const lines = shownLines(programText(before.program), programText(after.program), paint);
  for (const line of lines.length === 0 ? ["They say the same."] : lines) writeLine(output, line);
  return exitCode.done;
}

async function presentOf(folder: string) {
  const { settings } = await openForData(folder);
  return settings.models.nlu.program ?? { file: "default", program: defaultProgram };
}

function shownLines(before: string, after: string, paint: Paint): readonly string[] {
  const lines = diffLines(before, after);
  if (lines.every(({ kind }) => kind === "same")) return [];
  return nearChanges(lines, around).map(({ kind, text }) => {
    if (kind === "added") return paint("green", `+ ${text}`);
    return kind === "removed" ? paint("red", `- ${text}`) : `  ${text}`;
  });
}
