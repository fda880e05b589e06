import type { Json, JsonObject } from "../../../src/engine/json.ts";
import { isObject, listOf } from "./rule.ts";

/** One schema inside another. */
export interface SchemaNode {
  readonly schema: JsonObject;
  readonly path: string;
  /** How many objects and lists it is inside of, itself included. */
  readonly depth: number;
  /** It describes a property, as opposed to an item, a variant or a definition. */
  readonly isProperty: boolean;
}

const lists = ["anyOf", "oneOf", "allOf"] as const;

/** Every schema in a schema, the outer one first. */
export const nodesOf = (
  schema: Json,
  { path = "$", depth = 1, isProperty = false }: Partial<Omit<SchemaNode, "schema">> = {},
): readonly SchemaNode[] => {
  if (!isObject(schema)) return [];
  const inner = (each: Json, name: string, deeper: number, property = false): readonly SchemaNode[] =>
    nodesOf(each, { path: `${path}.${name}`, depth: depth + deeper, isProperty: property });
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const definitions = isObject(schema["$defs"]) ? Object.entries(schema["$defs"]) : [];
  return [
    { schema, path, depth, isProperty },
    ...properties.flatMap(([name, each]) => inner(each, name, 1, true)),
    ...(schema["items"] === undefined ? [] : inner(schema["items"], "items", 1)),
    ...lists.flatMap((key) => listOf(schema[key]).flatMap((each, index) => inner(each, `${key}[${index}]`, 0))),
    ...definitions.flatMap(([name, each]) => inner(each, `$defs.${name}`, 0)),
  ];
};

export const isObjectSchema = ({ schema }: SchemaNode): boolean =>
  schema["type"] === "object" || schema["properties"] !== undefined;

export const propertiesOf = ({ schema }: SchemaNode): readonly string[] =>
  isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];

/** A value that may be of several kinds: `anyOf`, or a list of types. */
export const isUnion = ({ schema }: SchemaNode): boolean =>
  schema["anyOf"] !== undefined || Array.isArray(schema["type"]);

/** The first reference that leads to no definition of the schema: none may lead out of it. */
export const lostReference = (nodes: readonly SchemaNode[]): string | null => {
  const definitions = nodes[0]?.schema["$defs"];
  const known = new Set([
    "#",
    ...Object.keys(isObject(definitions) ? definitions : {}).map((name) => `#/$defs/${name}`),
  ]);
  const lost = nodes.map(({ schema }) => schema["$ref"]).find((ref) => ref !== undefined && !known.has(String(ref)));
  return lost === undefined ? null : String(lost);
};
