import { createHash } from "node:crypto";
import type { PromptProgram, PromptSection } from "../engine/assistant/prompt-program.ts";

const known = new WeakMap<Partial<PromptProgram>, string>();

/** The name of a program: a hash of all that it says. Its parts always come in the same order, whoever put them together. */
export const programId = (program: Partial<PromptProgram>): string => {
  const cached = known.get(program);
  if (cached !== undefined) return cached;
  const { commands, slots, rephrase, options = {} } = program;
  const content = [
    commands === undefined ? null : partsOf(commands),
    slots === undefined ? null : partsOf(slots),
    rephrase === undefined
      ? null
      : [
          rephrase.instruction,
          rephrase.demonstrations.map(({ text, tone, language, output }) => [text, tone, language, output]),
        ],
    [options.historyMessages ?? null],
  ];
  const id = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
  known.set(program, id);
  return id;
};

const partsOf = ({ instruction, demonstrations }: PromptSection) => [
  instruction,
  demonstrations.map(({ state, message, output }) => [state, message, output]),
];
