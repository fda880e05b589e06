import type { PromptProgram } from "../../understand/program.ts";

/** A program as text, one fact a line, so that two can be compared line by line. */
export const programText = ({ commands, slots, rephrase, options }: PromptProgram): string =>
  [
    "# First pass: commands",
    ...sectionLines(commands.instruction, commands.demonstrations),
    "",
    "# Second pass: slots",
    ...sectionLines(slots.instruction, slots.demonstrations),
    ...(rephrase === undefined
      ? []
      : ["", "# Other words", ...sectionLines(rephrase.instruction, rephrase.demonstrations)]),
    ...(options === undefined ? [] : ["", `# Options: ${JSON.stringify(options)}`]),
  ].join("\n");

const sectionLines = (instruction: string, demonstrations: readonly object[]): readonly string[] => [
  ...instruction.trim().split("\n"),
  ...demonstrations.flatMap((demonstration) => [
    "",
    "Example:",
    ...Object.entries(demonstration).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
  ]),
];
