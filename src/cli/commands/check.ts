import { Command } from "commander";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Settings } from "../../engine/assistant/settings.ts";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { AskedModel } from "../check/ask-models.ts";
import type { WordsFinding } from "../check/place-words.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { type Paint, painter, writeLine } from "../console.ts";
import { exitCode } from "../exit-code.ts";
import { counted, showFindings } from "../show-findings.ts";

export const checkCommand: CommandBuilder = ({ console, end }) =>
  new Command("check")
    .description("check an assistant: every mistake with its file, line and column")
    .addArgument(folderArgument())
    .option("--json", "print the findings as JSON")
    .option("--no-words", "do not try what the assistant's own triggers and examples are read as")
    .option("--online", "also ask each model of the settings one question, which costs a few tokens")
    .addHelpText(
      "after",
      `
Exit code 0: no errors; 1: errors, or with --online a model that does not answer; 2: nothing to check.

Examples:
  $ soni check examples/banking
  $ soni check examples/banking --json
  $ soni check examples/banking --no-words
  $ soni check examples/banking --online`,
    )
    .action(async (folder: string, options: CheckOptions) => {
      await requireFolder(folder);
      const { openProject } = await import("../../runtime/isolate/open-project.ts");
      const { assistant, findings, close } = await openProject(folder, { env: process.env });
      await close();
      const misread = assistant === null || !options.words ? null : await tryWords(assistant, folder);
      const { output } = console;
      const paint = painter(output);
      const asked = options.online === true && assistant !== null ? await askEach(assistant.settings) : null;
      const isFine = assistant !== null && (asked ?? []).every(({ ok }) => ok);
      if (options.json === true)
        writeLine(
          output,
          JSON.stringify(
            {
              ok: isFine,
              findings,
              ...(misread === null ? {} : { words: misread }),
              ...(asked === null ? {} : { models: asked }),
            },
            null,
            2,
          ),
        );
      else if (findings.length > 0) writeLine(output, showFindings(findings, paint));
      if (assistant === null) return end(exitCode.failed);
      if (options.json !== true) {
        const { flows, slots, actions } = assistant;
        const parts = [counted(flows.size, "flow"), counted(slots.size, "slot"), counted(actions.size, "action")];
        writeLine(output, `${paint("green", "ok")} ${folder}: ${parts.join(", ")}.`);
        if (misread !== null && misread.length > 0) writeLine(output, showFindings(misread, paint));
        if (asked !== null) writeLine(output, showAsked(asked, paint));
      }
      if (!isFine) return end(exitCode.failed);
    });

interface CheckOptions {
  readonly json?: true;
  readonly online?: true;
  readonly words: boolean;
}

/** The embedded understander reads for every assistant, alone or where a model does not answer in time. */
async function tryWords(assistant: Assistant, folder: string): Promise<readonly WordsFinding[]> {
  const [{ readOwnWords }, { placeWords }] = await Promise.all([
    import("../check/own-words.ts"),
    import("../check/place-words.ts"),
  ]);
  return placeWords(folder, await readOwnWords(assistant, process.env));
}

/** Imported only when it is asked for: models take a while to load. */
async function askEach(settings: Settings): Promise<readonly AskedModel[]> {
  const { askModels } = await import("../check/ask-models.ts");
  return askModels(settings, process.env);
}

function showAsked(asked: readonly AskedModel[], paint: Paint): string {
  if (asked.length === 0) return "The settings name no model: there is nobody to ask.";
  const lines = asked.map(({ model, ok, milliseconds, says }) =>
    ok
      ? `${paint("green", "ok")} ${model} answered in ${milliseconds} ms${says === undefined ? "" : `, ${says}`}.`
      : `${paint("red", "failed")} ${model}: ${says}`,
  );
  return lines.join("\n");
}
