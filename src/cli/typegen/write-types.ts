import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import { slotTypes } from "../../engine/slot-types/slot-types.ts";
import { sessionNames } from "./session-names.ts";

/** The file that `soni typegen` writes into an assistant's folder. */
export const typesFile = "soni-types.d.ts";

/** What the YAML says about an assistant, as declarations. The same YAML gives the same text. */
export function writeTypes(assistant: Assistant, commands: readonly string[]): string {
  const known = knownSlots(assistant);
  const { flows, actions } = assistant;
  const slots = [...assistant.slots.values()];
  const sensitive = new Set(
    [...known].flatMap(([name, found]) => (found.some((slot) => slot.sensitive) ? [name] : [])),
  );
  const inputOf = (name: string): string => typesOf(name, known, "read");
  const outputOf = (name: string): string => typesOf(name, known, "written");
  const flow = (name: string): string => {
    const found = flows.get(name);
    const owned = [...(found?.slots.values() ?? [])].filter((slot) => found?.owned.has(slot.name));
    const inputs = (found?.inputs ?? []).map((input) => field(input.name, inputOf(input.name), input.optional));
    const slots = owned.map((slot) => field(slot.name, typeOf(slot, "read")));
    return `{ readonly slots: ${record(slots, nothing)}; readonly inputs: ${record(inputs, nothing)} }`;
  };
  const action = (name: string): string => {
    const { inputs = [], outputs = [] } = actions.get(name) ?? {};
    const input = inputs.map((each) => field(each.name, inputOf(each.name), each.optional));
    const output = outputs.map((each) => field(each, nullable(outputOf(each))));
    return `{ readonly input: ${record(input)}; readonly output: ${record(output)} }`;
  };
  const checked = (kind: "validator" | "normalizer", use: "read" | "written") => (name: string) =>
    union(usersOf(assistant, known, { kind, name }).map((slot) => typeOf(slot, use)));
  const value = checked("validator", "read");
  const [before, after] = [checked("normalizer", "read"), checked("normalizer", "written")];
  const section = (name: string, names: Iterable<string>, type: (each: string) => string): string => {
    const lines = [...names].map((each) => `    readonly ${key(each)}: ${type(each)};\n`);
    return `  readonly ${name}: ${lines.length === 0 ? "Record<never, never>" : `{\n${lines.join("")}  }`};\n`;
  };
  const facts = sessionNames(assistant).map((name) => field(name, "Json", true));
  const session = facts.length === 0 ? [] : [record(facts)];
  const shaped = [...known].flatMap(([name, found]) => (found.some(isShaped) ? [name] : []));
  return `${head}
/** Values whose shape only code knows. Say what they are: \`Assistant<{ ${shaped[0] ?? "name"}: YourType }>\`. */
export type Shaped = ${union(shaped.map((name) => JSON.stringify(name)))};

type Shape<Own, Name extends string, Otherwise> = Own extends { readonly [Each in Name]: infer Found } ? Found : Otherwise;
type Data = string | number | boolean | object | null;

export interface Assistant<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> {
${section(
  "slots",
  new Set([...slots.map(({ name }) => name), ...[...flows.values()].flatMap((each) => [...each.slots.keys()])]),
  inputOf,
)}  readonly sensitive: ${union([...sensitive].map((name) => JSON.stringify(name)))};
${section("flows", flows.keys(), flow)}${section("actions", actions.keys(), action)}${section("validators", assistant.validators, value)}${section(
  "normalizers",
  assistant.normalizers,
  (name) => `{ readonly input: ${before(name)}; readonly output: ${after(name)} }`,
)}${section("commands", commands, () => "JsonObject")}  readonly session: ${["JsonObject", ...session].join(" & ")};
}

/** For \`export const actions = { ... } satisfies Actions\`, in actions.ts. */
export type Actions<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> = ActionsOf<Assistant<Own>>;
/** The same for validators.ts. */
export type Validators = ValidatorsOf<Assistant>;
export type Normalizers = NormalizersOf<Assistant>;
`;
}

const head = `// Written by 'soni typegen' from the YAML of this folder. Edit the YAML instead, and run it again.
import type { ActionsOf, Json, JsonObject, NormalizersOf, ValidatorsOf } from "soni";
`;

/** All slots of a name: a flow may have its own, which can differ from the assistant's. */
function knownSlots({ slots, flows }: Assistant): ReadonlyMap<string, readonly Slot[]> {
  const known = new Map<string, Slot[]>();
  for (const slot of [...slots.values(), ...[...flows.values()].flatMap((flow) => [...flow.slots.values()])])
    known.set(slot.name, [...(known.get(slot.name) ?? []), slot]);
  return known;
}

/** Code reads exact JSON; it may write anything that becomes JSON, such as values of its own interfaces. */
type Use = "read" | "written";

function typesOf(name: string, known: ReadonlyMap<string, readonly Slot[]>, use: Use): string {
  const found = known.get(name);
  if (found === undefined) return use === "read" ? "Json" : "Data";
  // A name that one flow declares and another only computes has the declared type.
  const declared = found.filter(({ type }) => type !== "any");
  return union((declared.length === 0 ? found : declared).map((slot) => typeOf(slot, use)));
}

function typeOf({ name, type, values }: Slot, use: Use): string {
  const shape = (otherwise: string): string => `Shape<Own, ${JSON.stringify(name)}, ${otherwise}>`;
  switch (type) {
    case "date_range":
      return "{ readonly from: string; readonly to: string }";
    case "categorical":
      return union(values.map(({ value }) => JSON.stringify(value)));
    case "list":
      return shape(use === "read" ? "readonly Json[]" : "readonly Data[]");
    case "object":
      return shape(use === "read" ? "JsonObject" : "object");
    case "any":
      return shape(use === "read" ? "Json" : "Data");
    default:
      return typeof slotTypes[type].sample;
  }
}

const isShaped = ({ type }: Slot): boolean => type === "list" || type === "object" || type === "any";

/** Slots with this validator or normalizer, also those of a step that has one of its own. */
function usersOf(
  { flows }: Assistant,
  known: ReadonlyMap<string, readonly Slot[]>,
  { kind, name }: { readonly kind: "validator" | "normalizer"; readonly name: string },
): readonly Slot[] {
  const asked = [...flows.values()].flatMap((flow) =>
    [...flow.steps.values()].flatMap((step) => {
      const slot = step.type === "collect" && kind === "validator" && step.validator === name ? step.slot : undefined;
      const found = slot === undefined ? undefined : flow.slots.get(slot);
      return found === undefined ? [] : [found];
    }),
  );
  return [...[...known.values()].flat().filter((slot) => slot[kind] === name), ...asked];
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";
const nullable = (type: string): string => `${type} | null`;
const field = (name: string, type: string, optional = false): string =>
  `readonly ${key(name)}${optional ? "?" : ""}: ${type}`;
const record = (fields: readonly string[], empty = "Record<never, never>"): string =>
  fields.length === 0 ? empty : `{ ${fields.join("; ")} }`;
/** What takes nothing refuses every name; an empty record would take any. */
const nothing = "{ readonly [name: string]: never }";
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
