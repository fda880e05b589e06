import type { Expression } from "../../engine/assistant/expression.ts";
import type { Assignment, Step, StepType, Target } from "../../engine/assistant/step.ts";
import type { Template } from "../../engine/assistant/template.ts";
import type { FlowDraft, StepDraft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import type { StepContents } from "../schema/step.ts";
import type { At, Scope } from "./scope.ts";
import { compileTarget } from "./target.ts";
import { compileTemplate } from "./text.ts";

/** A step before it is known what follows it. */
type Unordered<Each> = Each extends Step ? Omit<Each, "next" | "loop"> : never;
export type UnorderedStep = Unordered<Step>;
type UnorderedStepOf<Type extends StepType> = Extract<UnorderedStep, { readonly type: Type }>;

/** What a step is compiled with. */
export interface StepContext {
  readonly scope: Scope;
  readonly flow: FlowDraft;
  readonly draft: StepDraft;
  /** Told if a way through the flow could not be followed. */
  readonly lost: () => void;
}

/** Null if too little of it is right to go on with. */
export type StepCompiler<Type extends StepType> = (
  content: StepContents[Type],
  base: StepBase,
  context: StepContext,
) => UnorderedStepOf<Type> | null;

export type StepBase = Pick<Step, "name" | "when" | "jumpTo" | "reads" | "writes">;

export const placeIn = (context: StepContext, ...keys: Path): At => ({
  scope: context.scope,
  path: [...context.draft.path, ...keys],
});

/** `{ onError: ... }` if the key is there and leads somewhere. */
export function targetIn<Name extends string>(
  name: Name,
  { key, text }: { readonly key: string; readonly text: string | undefined },
  context: StepContext,
): { readonly [Key in Name]?: Target } {
  const target = compileTarget(text, context.flow, placeIn(context, key));
  if (target === undefined && text !== undefined) context.lost();
  return (target === undefined ? {} : { [name]: target }) as { readonly [Key in Name]?: Target };
}

export function templateIn<Name extends string>(
  name: Name,
  { key, text }: { readonly key: string; readonly text: string | undefined },
  context: StepContext,
): { readonly [Key in Name]?: Template } {
  const template = text === undefined ? null : compileTemplate(text, placeIn(context, key));
  return (template === null ? {} : { [name]: template }) as { readonly [Key in Name]?: Template };
}

/** The slots that something reads, each once. */
export function slotsIn(
  scope: Scope,
  things: Iterable<Expression | Template | Assignment | null | undefined>,
): string[] {
  const paths = [...things].flatMap((thing) => (thing === null || thing === undefined ? [] : pathsOf(thing)));
  return unique(paths.map(([root = ""]) => root).filter((root) => scope.names.has(root)));
}

function pathsOf(thing: Expression | Template | Assignment): readonly (readonly string[])[] {
  if ("paths" in thing) return thing.paths;
  if ("parts" in thing) return thing.parts.flatMap((part) => (part.kind === "path" ? [part.path] : []));
  return thing.kind === "expression" ? thing.expression.paths : [];
}

export const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)];
