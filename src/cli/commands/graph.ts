import { Command } from "commander";
import { SoniError } from "../../engine/errors.ts";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { painter, writeLine } from "../console.ts";
import { exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";

export const graphCommand: CommandBuilder = ({ console, end }) =>
  new Command("graph")
    .description("draw the flows as Mermaid diagrams")
    .addArgument(folderArgument())
    .option("-f, --flow <name>", "only this flow, as plain Mermaid; without it, all of them in Markdown")
    .addHelpText(
      "after",
      `
Examples:
  $ soni graph examples/banking > flows.md
  $ soni graph examples/banking --flow transfer_money > transfer.mmd`,
    )
    .action(async (folder: string, options: { readonly flow?: string }) => {
      await requireFolder(folder);
      const [{ loadAssistant }, { hint, nearest }, { drawFlow }] = await Promise.all([
        import("../../config/load.ts"),
        import("../../config/suggest.ts"),
        import("../graph/draw-flow.ts"),
      ]);
      // The YAML alone: a diagram needs no code.
      const { assistant, findings } = await loadAssistant(folder);
      if (assistant === null) {
        writeLine(console.errors, showFindings(findings, painter(console.errors)));
        return end(exitCode.failed);
      }
      const { flows } = assistant;
      if (options.flow === undefined) {
        const sections = [...flows.values()].map(
          (flow) => `## ${flow.name}\n\n\`\`\`mermaid\n${drawFlow(flow)}\n\`\`\``,
        );
        return writeLine(console.output, sections.join("\n\n"));
      }
      const flow = flows.get(options.flow);
      if (flow === undefined) {
        const way = hint(nearest(options.flow, flows.keys()), flows.keys());
        throw new SoniError("cli.no_such_flow", `No flow named '${options.flow}'.${way}`);
      }
      writeLine(console.output, drawFlow(flow));
    });
