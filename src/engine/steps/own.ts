import type { Assignment, StepOf, Target } from "../assistant/step.ts";
import type { Template } from "../assistant/template.ts";
import { digest } from "../flow/digest.ts";
import { withDefaults, writeSlots } from "../flow/rules.ts";
import { assignedValue, capture } from "../flow/scope.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import {
  type Compiling,
  computed,
  defineStep,
  given,
  type StepDefinition,
  type UnorderedBase,
  type UnorderedOf,
  unique,
  wayTo,
} from "./define-step.ts";
import { type ContentOf, type KeyOf, type Keys, optional, target } from "./key.ts";
import { sayOnce } from "./say.ts";
import { type StepGiven, stepDone, stepFailed } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    /** A step type of the project. Its code runs between two stretches of the engine, and the journal has what came of it. */
    readonly own: {
      /** The type, as the project names it. */
      readonly own: string;
      readonly inputs: Readonly<Record<string, Assignment>>;
      /** Key to slot. */
      readonly outputs: Readonly<Record<string, string>>;
      readonly texts: Readonly<Record<string, Template>>;
      readonly targets: Readonly<Record<string, Target>>;
      readonly onError?: Target;
    };
  }
}

export const ownKinds = ["value", "text", "flag", "count", "one_of", "template", "target", "output"] as const;
/** The keys that a project's step type may have. */
export type OwnKey = KeyOf<(typeof ownKinds)[number]>;

/** A project's step type, as far as it is data. */
export interface OwnStep {
  readonly keys: Readonly<Record<string, OwnKey>>;
}
export type OwnSteps = Readonly<Record<string, OwnStep>>;

type KeysOfKind<Given extends OwnStep["keys"], Kind extends OwnKey["kind"]> = {
  [Name in keyof Given]: Given[Name]["kind"] extends Kind ? Name : never;
}[keyof Given] &
  string;

/** Values by the keys that hold some: the rest names slots, texts and targets. */
export type StepInput<Given extends OwnStep["keys"]> = ContentOf<
  Omit<Given, KeysOfKind<Given, "template" | "target" | "output">>
>;

/** What the code of a project's step leads to, by the keys of its type. */
export interface StepResult<Given extends OwnStep["keys"] = OwnStep["keys"]> {
  /** Values for the slots that its `output` keys name. */
  readonly output?: { readonly [Name in KeysOfKind<Given, "output">]?: Json };
  /** The `template` key whose text is said. */
  readonly say?: KeysOfKind<Given, "template">;
  /** The `target` key that is jumped to. */
  readonly go?: KeysOfKind<Given, "target">;
}

/** Everything else that a step depends on comes in by its keys: with the same input it is not run again. */
export interface StepCodeContext {
  readonly language: string;
  readonly timezone: string;
  /** Aborted when the time of the turn is up. */
  readonly signal: AbortSignal;
}

/** A project's step type with its code. It may look things up; what must happen once is an action. */
export interface StepCode<Given extends OwnStep["keys"] = OwnStep["keys"]> extends OwnStep {
  readonly keys: Given;
  run(input: StepInput<Given>, context: StepCodeContext): StepResult<Given> | Promise<StepResult<Given>>;
}

export const own = defineStep({
  type: "own",
  keys: null as Keys | null,
  fails: "on_error",
  compile: () => null,
  ways: ({ targets }, onward) => [
    { to: onward },
    ...Object.entries(targets).flatMap(([label, to]) => wayTo(to, { label })),
  ],
  expressions: ({ inputs }) => computed(inputs),
  run,
  draw: { shape: "code", detail: (step) => step.own },
});

/** A definition like any other, made of what the project says of its type. */
export const ownStep = (name: string, { keys }: OwnStep): StepDefinition =>
  ({
    ...own,
    keys: { ...keys, on_error: optional(target) },
    compile: (content, base, compiling) => compile({ name, keys, content }, base, compiling),
    implied: (content) =>
      namedBy(keys, "output", content).map(([key, slot]) => ({ name: slot, type: "any", setBy: "action", key })),
  }) satisfies StepDefinition<"own"> as unknown as StepDefinition;

type Content = Readonly<Record<string, unknown>>;

/** The texts under the keys of one kind. */
const namedBy = (keys: OwnStep["keys"], kind: OwnKey["kind"], content: Content): readonly [string, string][] =>
  Object.entries(keys).flatMap(([key, each]): [string, string][] => {
    const written = content[key];
    return each.kind === kind && typeof written === "string" ? [[key, written]] : [];
  });

const named = new Set<OwnKey["kind"]>(["template", "target", "output"]);

function compile(
  { name, keys, content }: { readonly name: string; readonly keys: OwnStep["keys"]; readonly content: Content },
  base: UnorderedBase,
  compiling: Compiling,
): UnorderedOf<"own"> {
  const inputs = Object.entries(keys).flatMap(([key, { kind }]): [string, Assignment][] => {
    const written = content[key] as Json | undefined;
    if (written === undefined || named.has(kind)) return [];
    const input = kind === "value" ? compiling.input(written, key) : ({ kind: "literal", value: written } as const);
    return input === null ? [] : [[key, input]];
  });
  const texts = namedBy(keys, "template", content).flatMap(([key, text]): [string, Template][] => {
    const template = compiling.template(text, key);
    return template === undefined ? [] : [[key, template]];
  });
  const targets = namedBy(keys, "target", content).flatMap(([key, text]): [string, Target][] => {
    const to = compiling.target(text, key);
    return to === undefined ? [] : [[key, to]];
  });
  const outputs = namedBy(keys, "output", content);
  return {
    ...base,
    type: "own",
    own: name,
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
    texts: Object.fromEntries(texts),
    targets: Object.fromEntries(targets),
    ...given("onError", compiling.target(content["on_error"] as string | undefined, "on_error")),
    reads: compiling.slotsIn(inputs.map(([, input]) => input)),
    writes: unique(outputs.map(([, slot]) => slot)),
  };
}

/** Asks for the project's code to be run, unless it ran here with the same input: then its result is taken. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"own">>): Change<StepNext> {
  const { flowId } = frame;
  let state = withDefaults(before, context, { frame, slots: step.reads });
  const input: Record<string, Json> = {};
  for (const [key, assignment] of Object.entries(step.inputs)) {
    const assigned = assignedValue(state, assignment, { frame, context });
    state = assigned.state;
    input[key] = assigned.value;
  }
  const key = placeOf(frame);
  const seen = digest(input);
  const known = recall(state, { flowId, key, kind: "own" });
  if (known === null || (known.closed !== true && known.input !== seen))
    return { state, say: [], next: { do: "own", flowId, key, type: step.own, input, seen } };
  const noted = note(state, flowId, key, known);
  if (!known.result.ok) return stepFailed(noted, known.result);
  const { output = {}, say = "", go = "" } = known.result;
  const written = writeSlots(noted, context, {
    frame,
    values: Object.entries(step.outputs).flatMap(([each, slot]) =>
      Object.hasOwn(output, each) ? [[slot, output[each] ?? null] as const] : [],
    ),
    provenance: { by: "set", step: step.name },
  });
  if (!written.ok) return stepFailed(noted, { code: written.code, message: written.slot });
  const next = { do: "go", target: step.targets[go] } as const;
  const message = step.texts[say];
  if (message === undefined) return stepDone(written.state, step.targets[go]);
  const values = capture(written.state, message, { frame, context });
  const outcome = { kind: "said", flow: frame.flow, step: step.name, message, values, rephrase: false } as const;
  // Apart from what came of the code, at the same place.
  return { ...sayOnce(written.state, { frame, outcome, key: `${key}?said` }), next };
}
