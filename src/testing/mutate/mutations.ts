import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import type { SourceText } from "../../config/source.ts";

/** A small mistake that somebody could make in the YAML. */
export interface Mutation {
  readonly kind: "target" | "confirm_dropped" | "slots_swapped" | "condition_negated" | "input_dropped";
  /** Null: it is about a slot or an action of all flows. */
  readonly flow: string | null;
  readonly file: string;
  readonly line: number;
  readonly description: string;
  /** The YAML with the mistake in it. */
  readonly texts: readonly SourceText[];
}

type Edit = Omit<Mutation, "texts" | "file" | "line"> & {
  readonly at: Node;
  /** Changes the document, and is told how to put it back. */
  readonly apply: (document: Document) => () => void;
};

/** Keys of a step that name a place in its flow. */
const targetKeys = ["jump_to", "on_deny", "on_error", "on_change", "on_invalid", "on_cancel", "then", "else"];
const conditionKeys = ["when", "condition"];

/** Every mutation of these files, in the order of reading. */
export function mutationsOf(texts: readonly SourceText[]): readonly Mutation[] {
  return texts.flatMap((source, position) => {
    const lines = new LineCounter();
    const document = parseDocument(source.text, { lineCounter: lines, merge: true });
    if (document.errors.length > 0) return [];
    return editsOf(document).map(({ at, apply, ...edit }) => {
      const undo = apply(document);
      const text = document.toString({ lineWidth: 0 });
      undo();
      return {
        ...edit,
        file: source.file,
        line: lines.linePos(at.range?.[0] ?? 0).line,
        texts: texts.with(position, { ...source, text }),
      };
    });
  });
}

function editsOf(document: Document): readonly Edit[] {
  const flows = document.get("flows");
  const slots = document.get("slots");
  const actions = document.get("actions");
  return [
    ...(isMap(slots) ? slots.items.flatMap(({ value }) => (isMap(value) ? constraintEdits(value) : [])) : []),
    ...(isMap(actions) ? actions.items.flatMap(({ key, value }) => (isMap(value) ? inputEdits(key, value) : [])) : []),
    ...(isMap(flows)
      ? flows.items.flatMap(({ key, value }) => {
          const steps = isMap(value) ? value.get("steps") : null;
          const name = isScalar(key) ? String(key.value) : "";
          return isMap(value) && isSeq(steps) ? flowEdits(name, steps.items.filter(isMap), { flow: value, steps }) : [];
        })
      : []),
  ];
}

const constraintEdits = (slot: YAMLMap): readonly Edit[] => {
  const constraints = slot.get("constraints");
  if (!isSeq(constraints)) return [];
  return constraints.items.filter(isMap).flatMap((each) => negated(each, "rule", null));
};

/** An action that is no longer given something. What it may do without is left alone. */
function inputEdits(name: unknown, action: YAMLMap): readonly Edit[] {
  const inputs = action.get("inputs");
  if (!isSeq(inputs)) return [];
  return inputs.items.filter(isScalar).flatMap((input): readonly Edit[] => {
    if (typeof input.value !== "string" || input.value.endsWith("?")) return [];
    return [
      {
        kind: "input_dropped",
        flow: null,
        at: input,
        description: `'${isScalar(name) ? String(name.value) : ""}' no longer gets '${input.value}'`,
        apply: () => {
          const index = inputs.items.indexOf(input);
          inputs.items.splice(index, 1);
          return () => inputs.items.splice(index, 0, input);
        },
      },
    ];
  });
}

interface Holder {
  readonly flow: YAMLMap;
  readonly steps: { readonly items: unknown[] };
}

function flowEdits(flow: string, steps: readonly YAMLMap[], { flow: whole, steps: list }: Holder): readonly Edit[] {
  const names = steps.map((step) => String(step.get("step")));
  const maps = steps.flatMap((step) => [step, ...inside(step)]);
  const collects = steps.filter((step) => step.get("type") === "collect" && !step.has("from"));
  return [
    ...maps.flatMap((map) => conditionKeys.flatMap((key) => negated(map, key, flow))),
    ...[whole, ...maps].flatMap((map) => targetKeys.flatMap((key) => retargeted(map, key, { flow, names }))),
    ...steps
      .filter((step) => step.get("type") === "confirm")
      .map((step) => dropped(step, { flow, list, maps: [whole, ...maps] })),
    ...collects.slice(1).map((step, index) => swapped(collects[index] as YAMLMap, step, flow)),
  ];
}

/** The cases of a branch, which have conditions and targets of their own. */
const inside = (step: YAMLMap): readonly YAMLMap[] => {
  const cases = step.get("when");
  return isSeq(cases) ? cases.items.filter(isMap) : [];
};

function negated(map: YAMLMap, key: string, flow: string | null): readonly Edit[] {
  const node = map.get(key, true);
  if (!isScalar(node) || typeof node.value !== "string") return [];
  const before = node.value;
  return [
    {
      kind: "condition_negated",
      flow,
      at: node,
      description: `'${before}' became 'not (${before})'`,
      apply: () => set(node, `not (${before})`),
    },
  ];
}

/** To the next step of the flow that is not meant; the last goes to the first. */
function retargeted(
  map: YAMLMap,
  key: string,
  { flow, names }: { readonly flow: string; readonly names: readonly string[] },
): readonly Edit[] {
  const node = map.get(key, true);
  if (!isScalar(node) || typeof node.value !== "string") return [];
  const before = node.value;
  const choices = [...names, "end"].filter((name) => name !== before && name !== String(map.get("step")));
  const position = names.indexOf(before);
  const other = choices[position < 0 ? choices.length - 2 : position % choices.length];
  if (other === undefined) return [];
  return [
    {
      kind: "target",
      flow,
      at: node,
      description: `'${key}: ${before}' became '${key}: ${other}'`,
      apply: () => set(node, other),
    },
  ];
}

/** What led to the confirmation leads to the step after it. */
const dropped = (
  step: YAMLMap,
  { flow, list, maps }: { readonly flow: string; readonly list: Holder["steps"]; readonly maps: readonly YAMLMap[] },
): Edit => ({
  kind: "confirm_dropped",
  flow,
  at: step,
  description: `the confirmation '${String(step.get("step"))}' was dropped`,
  apply: () => {
    const index = list.items.indexOf(step);
    const next = list.items[index + 1];
    const target = isMap(next) ? String(next.get("step")) : "end";
    const undo = maps
      .flatMap((map) => targetKeys.map((key) => map.get(key, true)))
      .filter((node) => isScalar(node))
      .filter(({ value }) => value === step.get("step"))
      .map((node) => set(node, target));
    list.items.splice(index, 1);
    return () => {
      list.items.splice(index, 0, step);
      for (const each of undo) each();
    };
  },
});

function swapped(left: YAMLMap, right: YAMLMap, flow: string): Edit {
  const [one, other] = [left.get("slot"), right.get("slot")];
  return {
    kind: "slots_swapped",
    flow,
    at: right,
    description: `'${String(one)}' and '${String(other)}' were swapped`,
    apply: () => {
      left.set("slot", other);
      right.set("slot", one);
      return () => {
        left.set("slot", one);
        right.set("slot", other);
      };
    },
  };
}

function set(node: { value: unknown; type?: unknown }, value: string): () => void {
  const { value: before, type } = node;
  node.value = value;
  // Another text may need quotes.
  node.type = undefined;
  return () => {
    node.value = before;
    node.type = type;
  };
}
