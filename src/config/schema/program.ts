import { z } from "zod";
import { instructionProblem, type PromptProgram, programLimits } from "../../engine/assistant/prompt-program.ts";

const instruction = z.string().superRefine((text, issues) => {
  const problem = instructionProblem(text);
  if (problem !== null) issues.addIssue(problem);
});

const data = (longest: number) =>
  z
    .record(z.string(), z.json())
    .refine((value) => JSON.stringify(value).length <= longest, `it has more than ${longest} characters`);

const message = z.string().max(programLimits.message);
const several = <Item extends z.ZodType>(item: Item) => z.array(item).max(programLimits.demonstrations);

const section = z.strictObject({
  instruction,
  demonstrations: several(
    z.strictObject({ state: data(programLimits.state), message, output: data(programLimits.output) }),
  ),
});

const rephrase = z.strictObject({
  instruction,
  demonstrations: several(
    z.strictObject({ text: message, tone: z.string().max(200), language: z.string().max(35), output: message }),
  ),
});

const file = z.strictObject({
  commands: section.optional(),
  slots: section.optional(),
  rephrase: rephrase.optional(),
  options: z
    .strictObject({
      historyMessages: z.number().int().min(0).max(100).optional(),
    })
    .optional(),
  // How it was made is for people and for `soni optimize`; nothing that runs depends on it.
  made: z.record(z.string(), z.json()).optional(),
});

export type ProgramFile = Partial<PromptProgram> & { readonly made?: z.infer<typeof file>["made"] };

export type ReadProgram =
  | { readonly ok: true; readonly content: ProgramFile }
  | { readonly ok: false; readonly problem: string };

/** Longer than any program within the limits of its parts that anybody would want to pay for. */
const longestFile = 1_000_000;
const problemsShown = 3;

/** A file with a prompt program. What is wrong is said in one line. */
export const parseProgram = (text: string): ReadProgram => {
  if (text.length > longestFile) return { ok: false, problem: `it has more than ${longestFile} characters` };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: problem.replace(/\s+/g, " ").slice(0, 200) };
  }
  const read = file.safeParse(json);
  if (read.success) return { ok: true, content: read.data as ProgramFile };
  const { issues } = read.error;
  const shown = issues.slice(0, problemsShown).map(({ path, message: problem }) => {
    const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    return place === "" ? problem : `${place.replace(/^\./, "")}: ${problem}`;
  });
  const more = issues.length > problemsShown ? [`and ${issues.length - problemsShown} more`] : [];
  return { ok: false, problem: [...shown, ...more].join("; ") };
};

/** The sections of understanding; a message where they are missing. */
export const understandingOf = ({ made: _, ...content }: ProgramFile): PromptProgram | string => {
  const { commands, slots } = content;
  const missing = Object.entries({ commands, slots }).flatMap(([name, given]) =>
    given === undefined ? [`'${name}'`] : [],
  );
  return commands === undefined || slots === undefined
    ? `it has no ${missing.join(" and no ")}`
    : { ...content, commands, slots };
};
