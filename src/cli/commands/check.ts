import { Command } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { painter, writeLine } from "../console.ts";
import { exitCode } from "../exit-code.ts";
import { counted, showFindings } from "../show-findings.ts";

export const checkCommand: CommandBuilder = ({ console, end }) =>
  new Command("check")
    .description("check an assistant: every mistake with its file, line and column")
    .addArgument(folderArgument())
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      `
Exit code 0: no errors; 1: errors; 2: nothing to check.

Examples:
  $ soni check examples/banking
  $ soni check examples/banking --json`,
    )
    .action(async (folder: string, options: { readonly json?: true }) => {
      await requireFolder(folder);
      const { openProject } = await import("../../runtime/isolate/open-project.ts");
      const { assistant, findings, close } = await openProject(folder, { env: process.env });
      await close();
      const { output } = console;
      const paint = painter(output);
      if (options.json === true) writeLine(output, JSON.stringify({ ok: assistant !== null, findings }, null, 2));
      else if (findings.length > 0) writeLine(output, showFindings(findings, paint));
      if (assistant === null) return end(exitCode.failed);
      if (options.json !== true) {
        const { flows, slots, actions } = assistant;
        const parts = [counted(flows.size, "flow"), counted(slots.size, "slot"), counted(actions.size, "action")];
        writeLine(output, `${paint("green", "ok")} ${folder}: ${parts.join(", ")}.`);
      }
    });
