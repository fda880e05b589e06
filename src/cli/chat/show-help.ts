import type { Assistant } from "../../engine/assistant/assistant.ts";
import { describe } from "../../engine/describe.ts";
import type { Paint } from "../console.ts";
import { typedCommands } from "./typed-command.ts";

const viewUsages: readonly (readonly [usage: string, about: string])[] = [
  ["/state", "what it knows and waits for"],
  ["/why", "the last turn: commands, refusals, events, where each value came from"],
  ["/save", "write the conversation as a test into the assistant's tests folder"],
  ["/release", "give the conversation back from a person to the assistant"],
  ["/help", "this"],
  ["/quit", "leave (also Ctrl-D)"],
];

/** What can be typed here, and the flows of this assistant. */
export function showHelp(assistant: Assistant, paint: Paint): string {
  const usages = [
    ...Array.from(typedCommands.values()).map(({ usage, about }) => [usage, about] as const),
    ...viewUsages,
  ];
  const flows = [...assistant.flows.values()].filter(({ trigger }) => trigger !== undefined);
  return [
    "Say something, type the number of a choice, or give a command; several with ' ; ' between them:",
    ...table(usages, paint),
    "Flows:",
    ...table(
      flows.map((flow) => [flow.name, describe(flow)] as const),
      paint,
    ),
  ].join("\n");
}

function table(rows: readonly (readonly [string, string])[], paint: Paint): readonly string[] {
  const width = Math.min(34, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) => `  ${paint("cyan", left.padEnd(width))}  ${right}`);
}
