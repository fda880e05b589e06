import { Command } from "commander";
import type { CommandBuilder } from "../command-builder.ts";
import { writeLine } from "../console.ts";

export const schemaCommand: CommandBuilder = ({ console }) =>
  new Command("schema")
    .description("print the JSON Schema of the YAML, for editors")
    .addHelpText(
      "after",
      `
With the YAML language server, put this on the first line of soni.yaml:
  # yaml-language-server: $schema=./soni.schema.json

Example:
  $ soni schema > soni.schema.json`,
    )
    .action(async () => {
      const { assistantJsonSchema } = await import("../../config/schema/assistant.ts");
      writeLine(console.output, JSON.stringify(assistantJsonSchema(), null, 2));
    });
