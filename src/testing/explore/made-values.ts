import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import { sampleOf } from "./sample-value.ts";
import type { Use } from "./uses-of-names.ts";

/** What an action may do: give these outputs, or fail. */
export type ActionOutcome =
  | { readonly kind: "gives"; readonly output: JsonObject; readonly differs: string | null }
  | { readonly kind: "fails" };

/** The usual outcome first, then one for each output that could be otherwise, then a failure. */
export function outcomesOf(
  action: string,
  assistant: Assistant,
  uses: ReadonlyMap<string, Use>,
): readonly ActionOutcome[] {
  const outputs = assistant.actions.get(action)?.outputs ?? [];
  const values = outputs.map((name) => [name, valuesOf(slotNamed(name, assistant), uses.get(name))] as const);
  const usual = Object.fromEntries(values.map(([name, [first = null]]) => [name, first]));
  return [
    { kind: "gives", output: usual, differs: null },
    ...values.flatMap(([name, [, ...others]]) =>
      others.map(
        (value): ActionOutcome => ({
          kind: "gives",
          output: { ...usual, [name]: value },
          differs: `${name} = ${JSON.stringify(value)}`,
        }),
      ),
    ),
    { kind: "fails" },
  ];
}

const slotNamed = (name: string, { slots, flows }: Assistant): Slot | undefined =>
  slots.get(name) ?? [...flows.values()].map((flow) => flow.slots.get(name)).find((slot) => slot !== undefined);

/** Values that lead to different places, as far as the conditions of the YAML tell. */
export function valuesOf(slot: Slot | undefined, use: Use | undefined): readonly Json[] {
  const compared = [...(use?.compared.get("") ?? [])];
  const type = slot?.type ?? "any";
  switch (type) {
    case "boolean":
      return [true, false];
    case "categorical":
      return slot?.values.map(({ value }) => value) ?? [];
    case "list":
      return [listFor(use), []];
    case "object":
      return objectsFor(use);
    case "any": {
      if (use === undefined) return [null];
      if (use.isList) return [listFor(use), []];
      if (use.fields.size > 0)
        return [...objectsFor(use), ...(compared.includes(null) || use.isCondition ? [null] : [])];
      if (use.isCondition) return [true, false];
      return compared.length === 0
        ? ["sample"]
        : unique([...compared.filter((value) => value !== null), "sample", null]);
    }
    default: {
      const sample = sampleOf(slot);
      const alike = compared.filter((value) => typeof value === typeof sample);
      return unique([
        sample,
        ...alike.flatMap((value): readonly Json[] =>
          typeof value === "number" ? [value, value + 1, value - 1] : [value],
        ),
      ]);
    }
  }
}

/** Two items: one may be chosen, and there is another. */
const listFor = (use: Use | undefined): readonly Json[] => {
  const fields = [...(use?.fields ?? [])];
  return fields.length === 0
    ? ["first", "second"]
    : [objectFrom(fields, {}), objectFrom(fields, Object.fromEntries(fields.map((field) => [field, `${field} 2`])))];
};

/** One with a plain value in each field, then one for each value that a field is compared with. */
function objectsFor(use: Use | undefined): readonly JsonObject[] {
  const fields = [...(use?.fields ?? [])];
  const special = [...(use?.compared ?? [])].flatMap(([field, values]) =>
    field === "" ? [] : [...values].map((value) => ({ [field]: value })),
  );
  return [objectFrom(fields, {}), ...special.map((values) => objectFrom(fields, values))];
}

function objectFrom(fields: readonly string[], values: JsonObject): JsonObject {
  const made: Record<string, Json> = {};
  for (const field of fields) {
    const [first = "", ...deeper] = field.split(".");
    made[first] = values[field] ?? (deeper.length === 0 ? first : (made[first] ?? objectFrom([deeper.join(".")], {})));
  }
  return made;
}

const unique = (values: readonly Json[]): readonly Json[] => [...new Set(values)];
