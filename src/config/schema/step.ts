import { z } from "zod";
import type { Json } from "../../engine/json.ts";
import type { StepDefinition } from "../../engine/steps/define-step.ts";
import type { Key, KeyKind, KeyOf, Keys } from "../../engine/steps/key.ts";
import { type OwnSteps, ownStep } from "../../engine/steps/own.ts";
import { steps } from "../../engine/steps/steps.ts";
import { assignments, expression, positive, seconds, target, template } from "./text.ts";
import { uiSchema } from "./ui.ts";

const base = {
  step: z.string().describe("Name of the step, unique in its flow."),
  jump_to: target.optional(),
};
const skippable = { ...base, when: expression.optional().describe("The step is skipped unless this is true.") };
const name = z.string();

type SchemaOf<Kind extends KeyKind> = (key: KeyOf<Kind>, inner: z.ZodType) => z.ZodType;

/** Typed over the kinds: a new kind of key without a schema does not compile. `inner` describes the steps of a loop. */
const kinds: { readonly [Kind in KeyKind]: SchemaOf<Kind> } = {
  name: () => name,
  output: () => name,
  text: () => z.string().min(1),
  template: () => template,
  expression: () => expression,
  target: () => target,
  flag: () => z.boolean(),
  count: () => positive,
  seconds: (key) => (key.positive === true ? seconds.positive() : seconds),
  one_of: ({ values }) => z.enum(values as readonly [string, ...string[]]),
  value: () => z.json(),
  inputs: () => assignments,
  ui: () => uiSchema,
  steps: (_, inner) => z.array(z.union([name.describe("A step of this flow."), inner])).min(1),
  list: ({ of, filled }, inner) => {
    const items = z.array(schemaOf(of, inner));
    return filled === true ? items.min(1) : items;
  },
  map: ({ of }, inner) => z.record(z.string(), schemaOf(of, inner)),
  object: ({ keys }, inner) => z.strictObject(shapeOf(keys, inner)),
  either: ({ of }, inner) => z.union(of.map((each) => schemaOf(each, inner))),
};

function schemaOf(key: Key, inner: z.ZodType): z.ZodType {
  const plain = (kinds[key.kind] as SchemaOf<KeyKind>)(key as never, inner);
  const usual = key.usual === undefined ? plain : plain.default(key.usual);
  const schema = key.optional === true ? usual.optional() : usual;
  return key.about === undefined ? schema : schema.describe(key.about);
}

const shapeOf = (keys: Keys, inner: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(Object.entries(keys).map(([each, key]) => [each, schemaOf(key, inner)]));

function stepSchema(type: string, { keys, skippable: canSkip }: StepDefinition, inner: z.ZodType) {
  return z.strictObject({
    ...(canSkip === false ? base : skippable),
    type: z.literal(type),
    ...shapeOf(keys ?? {}, inner),
  });
}

/** What every step has, once it is read; its definition knows the rest. */
export interface StepContent {
  readonly type: string;
  readonly step: string;
  readonly jump_to?: string | undefined;
  readonly [key: string]: Json | undefined;
}

/** A word that authors write as the type of a step. */
export interface StepWord {
  readonly definition: StepDefinition;
  /** Steps inside a loop are read on their own, so that one mistake hides no other. */
  readonly schema: z.ZodType<StepContent>;
}
export type StepWords = ReadonlyMap<string, StepWord>;

const innerStep = z.record(z.string(), z.unknown());
const written = Object.entries(steps).filter(([, { keys }]) => keys !== null);
const ownDefinitions = (own: OwnSteps) =>
  Object.entries(own).map(([type, step]): [string, StepDefinition] => [type, ownStep(type, step)]);
const wordOf = ([type, definition]: [string, StepDefinition]): [string, StepWord] => [
  type,
  { definition, schema: stepSchema(type, definition, innerStep) as unknown as StepWord["schema"] },
];
const builtIn = written.map(wordOf);

/** The step types that come with Soni, and those of the project. */
export const stepWords = (own: OwnSteps = {}): StepWords => new Map([...builtIn, ...ownDefinitions(own).map(wordOf)]);

/** The whole language of steps, loops included; only for the JSON Schema that editors use. */
export function anyStepSchema(own: OwnSteps): z.ZodType {
  const any: z.ZodType = z.lazy(() => {
    const [first, ...others] = [...written, ...ownDefinitions(own)].map(([type, definition]) =>
      stepSchema(type, definition, any),
    );
    if (first === undefined) throw new Error("There are no step types.");
    return z.discriminatedUnion("type", [first, ...others]);
  });
  return any;
}
