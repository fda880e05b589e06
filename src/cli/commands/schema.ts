import { Command } from "commander";
import { requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { writeLine } from "../console.ts";

export const schemaCommand: CommandBuilder = ({ console }) =>
  new Command("schema")
    .description("print the JSON Schema of the YAML, for editors")
    .argument("[folder]", "an assistant's folder, for the step types and slot types of its own")
    .addHelpText(
      "after",
      `
With the YAML language server, put this on the first line of soni.yaml:
  # yaml-language-server: $schema=./soni.schema.json

Example:
  $ soni schema > soni.schema.json
  $ soni schema parcels > parcels/soni.schema.json`,
    )
    .action(async (folder: string | undefined) => {
      if (folder !== undefined) await requireFolder(folder);
      const { assistantJsonSchema } = await import("../../config/schema/assistant.ts");
      const { loadModules, noModules } = await import("../../config/load-modules.ts");
      const own = folder === undefined ? noModules : await loadModules(folder);
      writeLine(console.output, JSON.stringify(assistantJsonSchema(own), null, 2));
    });
