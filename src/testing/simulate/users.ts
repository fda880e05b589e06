import { readFile } from "node:fs/promises";
import { z } from "zod";
import { formatFinding } from "../../config/finding.ts";
import { createLocate } from "../../config/locate.ts";
import { createReport } from "../../config/report.ts";
import { readBySchema } from "../../config/schema/read.ts";
import { readSource } from "../../config/source.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { Json } from "../../engine/json.ts";

/** What users do besides answering. */
export const deviations = [
  "overinforms",
  "corrects",
  "digresses",
  "hesitates",
  "interrupts",
  "changes_mind",
  "repeats_yes",
] as const;
export type Deviation = (typeof deviations)[number];

const text = z.string();
const userSchema = z.strictObject({
  flow: text.describe("What they want."),
  slots: z.record(text, z.json()).optional().describe("The values that they have in mind, as they are stored."),
  opening: text.optional().describe("Their first message (default: an intent of the flow)."),
  says: z.record(text, text).optional().describe("Their words for a slot (default: the value)."),
  wrong: z.record(text, z.json()).optional().describe("What they say first, if they correct themselves."),
  deviations: z.array(z.enum(deviations)).optional(),
});
const phrasesSchema = z.strictObject({
  yes: text.optional(),
  no: text.optional(),
  skip: text.optional(),
  cancel: text.optional(),
  hesitate: text.optional(),
  digress: text.optional(),
  correct: text.optional().describe("With {slot} and {value}."),
});
export const usersFileSchema = z.strictObject({
  description: text.optional(),
  clock: z.iso.datetime({ offset: true }).optional().describe("When they talk (default: now)."),
  phrases: phrasesSchema.optional(),
  actions: z.record(text, z.record(text, z.json())).optional().describe("What actions give, by name."),
  users: z.record(text, userSchema),
});

export type Phrases = Required<{ readonly [Name in keyof z.infer<typeof phrasesSchema>]: string }>;

export interface SimulatedUser {
  readonly name: string;
  readonly flow: string;
  readonly slots: Readonly<Record<string, Json>>;
  readonly opening: string | null;
  readonly says: Readonly<Record<string, string>>;
  readonly wrong: Readonly<Record<string, Json>>;
  readonly deviations: readonly Deviation[];
}

export interface Users {
  /** Milliseconds since 1970; null: now. */
  readonly clock: number | null;
  readonly users: readonly SimulatedUser[];
  readonly phrases: Phrases;
  readonly actions: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** In English; a file in another language brings its own. */
const usual: Phrases = {
  yes: "yes",
  no: "no",
  skip: "skip that",
  cancel: "forget it",
  hesitate: "hmm, let me think",
  digress: "what can you do?",
  correct: "change the {slot} to {value}",
};

/** Reads a file of simulated users. Throws with all of its mistakes and their places at once. */
export async function loadUsers(file: string, assistant: Assistant): Promise<Users> {
  const { source, findings } = readSource({ file, text: await readFile(file, "utf8") });
  const report = createReport(createLocate([source]));
  const content = source.data === null ? null : readBySchema(usersFileSchema, source.data, { path: [], report }).value;
  for (const [name, { flow }] of Object.entries(content?.users ?? {}))
    if (!assistant.flows.has(flow))
      report.unknown({
        code: "flow.unknown",
        path: ["users", name, "flow"],
        kind: "flow",
        name: flow,
        valid: assistant.flows.keys(),
      });
  const mistakes = [...findings, ...report.findings];
  if (content === null || mistakes.length > 0)
    throw new SoniError("users.invalid", ["The file has mistakes:", ...mistakes.map(formatFinding)].join("\n"));
  const given = Object.entries(content.phrases ?? {}).filter(([, phrase]) => phrase !== undefined);
  return {
    clock: content.clock === undefined ? null : Date.parse(content.clock),
    phrases: { ...usual, ...Object.fromEntries(given) },
    actions: content.actions ?? {},
    users: Object.entries(content.users).map(([name, user]) => ({
      name,
      flow: user.flow,
      slots: user.slots ?? {},
      opening: user.opening ?? null,
      says: user.says ?? {},
      wrong: user.wrong ?? {},
      deviations: user.deviations ?? [],
    })),
  };
}
