import type { Expression } from "../../engine/assistant/expression.ts";
import type { Assignment } from "../../engine/assistant/step.ts";
import type { Template } from "../../engine/assistant/template.ts";
import { parseTemplate } from "../../engine/flow/template.ts";
import type { Json } from "../../engine/json.ts";
import {
  type CalledFlow,
  type Compiling,
  type UnorderedBase,
  type UnorderedStep,
  unique,
} from "../../engine/steps/define-step.ts";
import type { Draft, FlowDraft, StepDraft } from "../draft/draft.ts";
import { parseOptionalName } from "../names.ts";
import type { UiContent } from "../schema/ui.ts";
import { checkPaths } from "./check-paths.ts";
import type { At, Scope } from "./scope.ts";
import { checkValue } from "./slot.ts";
import { compileTarget } from "./target.ts";
import { compileAssignment, compileCase, compileExpression, compileInput, compileTemplate } from "./text.ts";
import { compileUi } from "./ui.ts";

/** What a step is compiled with. */
interface StepContext {
  readonly scope: Scope;
  readonly flow: FlowDraft;
  readonly draft: StepDraft;
  /** Told if a way through the flow could not be followed. */
  readonly lost: () => void;
}

export function compileStep(context: StepContext): UnorderedStep | null {
  const { content, name } = context.draft;
  const compiling = compilingOf(context);
  const definition = context.scope.draft.stepTypes.get(content.type)?.definition;
  if (definition === undefined) return null;
  const { jump_to: jump, when: condition } = content;
  // `when` of a step that nothing skips is something else.
  const isSkippable = definition.skippable !== false && condition !== undefined;
  const when = isSkippable ? compiling.expression(condition as string | number | boolean, "when") : null;
  const jumpTo = compiling.target(jump, "jump_to");
  const base: UnorderedBase = {
    name,
    ...(when === null ? {} : { when }),
    ...(jumpTo === undefined ? {} : { jumpTo }),
    reads: [],
    writes: [],
  };
  const step = definition.compile(content, base, compiling);
  if (step === null) {
    context.lost();
    return null;
  }
  return { ...step, reads: unique([...compiling.slotsIn([step.when]), ...step.reads]) };
}

/** The readers that a step type's own file asks for what its author wrote, at the places of this step. */
function compilingOf({ scope, flow, draft: step, lost }: StepContext): Compiling {
  const { draft, report } = scope;
  const place = (at: readonly (string | number)[]): At => ({ scope, path: [...step.path, ...at] });
  const { models } = draft.settings;
  return {
    slots: scope.names,
    slot: scope.slot,
    declared: [...draft.slots.keys(), ...flow.slots.keys()],
    steps: flow.stepNames,
    actions: draft.actions,
    flows: calledFlows(draft),
    responses: draft.responses,
    body: step.body,
    canWrite: models.generate !== undefined || models.nlu.provider !== "embedded",
    rephrases: models.rephrase.enabled,
    use: scope.use,
    expression: (content, ...at) => compileExpression(content, place(at)),
    caseOf: (subject, word, ...at) => compileCase(subject, word, { ...place(at), atKey: true }),
    template(content, at, free) {
      if (content === undefined) return undefined;
      if (free === undefined) return compileTemplate(content, place([at])) ?? undefined;
      const parsed = parseTemplate(content);
      if (parsed.ok) return parsed.template;
      report.add({ code: "template.syntax", path: place([at]).path, message: parsed.message, offset: parsed.offset });
      return undefined;
    },
    assignment: (content, ...at) => compileAssignment(content, place(at)),
    input: (content, ...at) => compileInput(content, place(at)),
    inputs: (content) => compileInputs(content, (...at) => place(["inputs", ...at])),
    target(content, ...at) {
      const target = compileTarget(content, flow, place(at));
      if (target === undefined && content !== undefined) lost();
      return target;
    },
    // Its schema has read it.
    ui: (content, slot) =>
      content === undefined ? undefined : compileUi(content as UiContent, { ...place(["ui"]), slot }),
    checkValue: (slot, value, ...at) => void checkValue(slot, value, { ...place(at), code: "slot.bad_value" }),
    checkResponse(response) {
      const templates = [response.default, ...response.variations, ...[...response.languages.values()].flat()];
      for (const template of templates) {
        const paths = template?.parts.flatMap((part) => (part.kind === "path" ? [part.path] : [])) ?? [];
        checkPaths(paths, { ...place(["response"]), code: "template.unknown_name", source: "", shift: 0 });
      }
    },
    slotsIn(things) {
      const paths = [...things].flatMap((thing) => (thing === null || thing === undefined ? [] : pathsOf(thing)));
      return unique(paths.map(([root = ""]) => root).filter((root) => scope.names.has(root)));
    },
    report: ({ at, ...problem }) => report.add({ ...problem, path: place(at).path }),
    unknown: ({ at, ...unknown }) => report.unknown({ ...unknown, path: place(at).path }),
    lost,
  };
}

function pathsOf(thing: Expression | Template | Assignment): readonly (readonly string[])[] {
  if ("paths" in thing) return thing.paths;
  if ("parts" in thing) return thing.parts.flatMap((part) => (part.kind === "path" ? [part.path] : []));
  return thing.kind === "expression" ? thing.expression.paths : [];
}

const called = new WeakMap<Draft, ReadonlyMap<string, CalledFlow>>();

/** Once for a draft: a step may call any flow. */
function calledFlows(draft: Draft): ReadonlyMap<string, CalledFlow> {
  const known = called.get(draft);
  if (known !== undefined) return known;
  const flows = new Map([...draft.flows].map(([name, flow]) => [name, calledFlow(flow, draft)]));
  called.set(draft, flows);
  return flows;
}

function calledFlow({ name, whole, inputs, content, steps, slots }: FlowDraft, draft: Draft): CalledFlow {
  // An input that the flow would ask for itself is merely saved a question; one from the archive is asked for if there is none.
  const collected = new Set(steps.flatMap((step) => (step.content.type === "collect" ? [step.content["slot"]] : [])));
  const hasDefault = (slot: string): boolean =>
    (slots.get(slot) ?? draft.slots.get(slot))?.content.default !== undefined;
  const needs = inputs
    .filter(
      ({ name: each, optional, source }) =>
        !optional && source === undefined && !collected.has(each) && !hasDefault(each),
    )
    .map((input) => input.name);
  return { name, whole, inputs, outputs: content.outputs, needs };
}

/** A map of inputs to values, or a list of slots that go in under their own names. */
function compileInputs(
  content: Readonly<Record<string, Json>> | readonly string[] | undefined,
  place: (at: string | number) => At,
): Readonly<Record<string, Assignment>> {
  const inputs: Record<string, Assignment> = {};
  if (isList(content)) {
    for (const [index, text] of content.entries()) {
      const { name } = parseOptionalName(text);
      const { scope, path } = place(index);
      const assignment = scope.names.has(name) ? compileInput(name, { scope, path }) : null;
      if (assignment !== null) inputs[name] = assignment;
      else scope.report.unknown({ code: "slot.unknown", path, kind: "slot", name, valid: scope.names });
    }
    return inputs;
  }
  for (const [name, value] of Object.entries(content ?? {})) {
    const assignment = compileInput(value, place(name));
    if (assignment !== null) inputs[name] = assignment;
  }
  return inputs;
}

/** `Array.isArray` does not tell a readonly list from a map. */
const isList = (
  content: Readonly<Record<string, Json>> | readonly string[] | undefined,
): content is readonly string[] => Array.isArray(content);
