import { parse } from "yaml";
import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import { detailsOf } from "../../engine/slot-types/slot-type.ts";
import { slotTypeNames } from "../../engine/slot-types/slot-types.ts";
import type { FlowInScope } from "../../understand/understander.ts";
import { dataProblem } from "./data-problem.ts";
import { groupOf, type LabelledRow, rowId } from "./row.ts";
import { type AssistantInScope, contextOf, nowSchema, placeSchema, type Situation } from "./situation.ts";
import { commandSchema } from "./written-command.ts";

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const slot = z.strictObject({
  type: z.enum(slotTypeNames),
  description: z.string(),
  prompt: z.string().optional(),
  examples: z.array(scalar).default([]),
  values: z
    .array(
      z.union([
        scalar.transform((value) => ({ value, synonyms: [] as string[] })),
        z.strictObject({ value: scalar, synonyms: z.array(scalar).default([]) }),
      ]),
    )
    .default([]),
  unit: z.string().optional(),
  currency: z.string().optional(),
  pattern: z.string().optional(),
  required: z.boolean().default(true),
});
const flow = z.strictObject({
  description: z.string(),
  examples: z.array(z.string()).default([]),
  slots: z.array(z.string()).default([]),
});
const shortCase = z
  .tuple([z.string(), z.string(), z.array(commandSchema)])
  .transform(([context, message, expected]) => ({ context, message, expected }));
const longCase = z.strictObject({
  context: z.string(),
  message: z.string(),
  expected: z.array(commandSchema),
  id: z.string().optional(),
  group: z.string().optional(),
  tags: z.array(z.string()).optional(),
});
const file = z.strictObject({
  now: nowSchema,
  timezone: z.string().optional(),
  language: z.string().optional(),
  slots: z.record(z.string(), slot).default({}),
  flows: z.record(z.string(), flow).optional(),
  contexts: z.record(z.string(), placeSchema),
  cases: z.array(z.unknown()),
});
type File = z.infer<typeof file>;

/** Reads a file of labelled messages, as in tests/understanding. Its own flows, if it has any, replace those of the assistant. */
export const readYamlRows = (text: string, assistant?: AssistantInScope): readonly LabelledRow[] => {
  const written: unknown = parse(text);
  if (written === null)
    throw new SoniError(
      "evaluation.bad_file",
      "it is empty: it needs 'now', 'contexts' and 'cases'; 'soni eval --help' shows a file",
    );
  const read = file.safeParse(written);
  if (!read.success) throw new SoniError("evaluation.bad_file", dataProblem(read.error, written));
  const { data } = read;
  const scope = scopeOf(data, assistant);
  const contexts = new Map(
    Object.entries(data.contexts).map(([name, place]) => {
      const situation: Situation = { name, now: data.now, ...place };
      return [name, { situation, context: contextOf(situation, scope) }];
    }),
  );
  return data.cases.map((given, index): LabelledRow => {
    const { context: name, message, expected, ...more } = readCase(given, index);
    const found = contexts.get(name);
    if (found === undefined) throw unknown("context", name, [...contexts.keys()]);
    const identified = { context: found.situation, message, expected };
    const { id = rowId(identified), group = groupOf(identified), tags = [] } = more;
    return { id, group, message, where: name, ...found, expected, tags, source: "yaml" };
  });
};

/** Told apart by their form, so that a mistake in one is told in terms of it. */
const readCase = (given: unknown, index: number): z.infer<typeof longCase> => {
  const read = Array.isArray(given) ? shortCase.safeParse(given) : longCase.safeParse(given);
  if (read.success) return read.data;
  throw new SoniError("evaluation.bad_file", dataProblem(read.error, given, ["cases", index]));
};

const scopeOf = (data: File, assistant: AssistantInScope | undefined): AssistantInScope => {
  const own = data.flows === undefined ? undefined : Object.keys(data.flows).map((name) => flowOf(data, name));
  const timezone = data.timezone ?? assistant?.timezone;
  if (timezone === undefined) throw new SoniError("evaluation.bad_file", "It names no timezone.");
  return {
    hash: own === undefined && assistant !== undefined ? assistant.hash : "evaluation",
    flows: own ?? assistant?.flows ?? [],
    startable: own ?? assistant?.startable ?? [],
    timezone,
    language: data.language ?? assistant?.language ?? "en",
  };
};

const unknown = (what: string, name: string, known: readonly string[]): SoniError =>
  new SoniError("evaluation.unknown_name", `No ${what} named '${name}'. Known: ${known.join(", ")}.`);

const flowOf = (data: File, name: string): FlowInScope => {
  const found = data.flows?.[name];
  if (found === undefined) throw unknown("flow", name, Object.keys(data.flows ?? {}));
  return {
    name,
    description: found.description,
    examples: found.examples,
    slots: found.slots.map((slotName) => {
      const { prompt, unit, currency, pattern, ...rest } = data.slots[slotName] ?? fail(slotName, data);
      const details = detailsOf({ unit, currency, pattern });
      return { name: slotName, ...rest, ...(prompt === undefined ? {} : { prompt }), ...details };
    }),
  };
};

const fail = (slotName: string, data: File): never => {
  throw unknown("slot", slotName, Object.keys(data.slots));
};
