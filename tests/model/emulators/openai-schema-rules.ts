import type { Json, JsonObject } from "../../../src/engine/json.ts";
import { isObject, listOf, type Rule, type ServiceRequest } from "./rule.ts";
import { isObjectSchema, lostReference, nodesOf, propertiesOf, type SchemaNode } from "./schema-walk.ts";

/** Where a protocol keeps the schema of the answer. */
export interface SchemaPlace {
  /** The schema with its name and `strict`; null if the request asks for none. */
  read(body: JsonObject): JsonObject | null;
  write(body: JsonObject, format: JsonObject): JsonObject;
}

const page = "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas";

/** Keywords that the page lists as not supported, or leaves out of those that are. */
const unsupported = [
  "allOf",
  "oneOf",
  "not",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "then",
  "else",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "contains",
  "uniqueItems",
  "default",
] as const;

const mostProperties = 5_000;
const deepest = 10;
const mostEnumValues = 1_000;
const longestStrings = 120_000;
/** An enum of more than `largeEnum` values may have this many characters. */
const largeEnum = 250;
const longestEnum = 15_000;

const enumOf = ({ schema }: SchemaNode): readonly Json[] => listOf(schema["enum"]);
const charactersOf = (values: readonly Json[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
const emptyObject: JsonObject = { type: "object", properties: {}, required: [], additionalProperties: false };
const names = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index).padEnd(length, "x"));

/** What strict mode asks of a schema; a schema without `strict` is only a hint, and none of this is looked at. */
export const openAiSchemaRules = (place: SchemaPlace): readonly Rule[] => {
  const strictNodes = ({ body }: ServiceRequest): readonly SchemaNode[] => {
    const format = place.read(body);
    return format?.["strict"] === true ? nodesOf(format["schema"] ?? null) : [];
  };
  const rule = (
    name: string,
    fault: (nodes: readonly SchemaNode[]) => string | null,
    broken: (schema: JsonObject) => JsonObject,
  ): Rule => ({
    name,
    page,
    refuses: (request) => {
      const found = fault(strictNodes(request));
      return found === null ? null : `Invalid schema for response_format: ${found}`;
    },
    broken: (sound) => {
      const format = place.read(sound.body) ?? {};
      const schema = isObject(format["schema"]) ? format["schema"] : {};
      return { ...sound, body: place.write(sound.body, { ...format, strict: true, schema: broken(schema) }) };
    },
  });
  const each =
    (fault: (node: SchemaNode) => string | null) =>
    (nodes: readonly SchemaNode[]): string | null => {
      for (const node of nodes) {
        const found = fault(node);
        if (found !== null) return `In context=${node.path}, ${found}`;
      }
      return null;
    };
  const extended = (name: string, property: JsonObject) => (): JsonObject => ({
    ...emptyObject,
    properties: { [name]: property },
    required: [name],
  });
  return [
    {
      name: "the schema has a name of letters, digits, dashes and underscores",
      page: "https://platform.openai.com/docs/api-reference/chat/create#chat_create-response_format",
      refuses: ({ body }) => {
        const format = place.read(body);
        const valid = format === null || /^[a-zA-Z0-9_-]{1,64}$/.test(String(format["name"] ?? ""));
        return valid ? null : "Invalid 'name': string does not match pattern '^[a-zA-Z0-9_-]+$'.";
      },
      broken: (sound) => ({
        ...sound,
        body: place.write(sound.body, { ...place.read(sound.body), name: "two words" }),
      }),
    },
    rule(
      "the root is an object and no union",
      ([root]) =>
        root === undefined || (root.schema["type"] === "object" && root.schema["anyOf"] === undefined)
          ? null
          : "schema must be a JSON Schema of 'type: \"object\"'",
      () => ({ anyOf: [emptyObject] }),
    ),
    rule(
      "a reference leads to a definition of the schema",
      (nodes) => {
        const lost = lostReference(nodes);
        return lost === null ? null : `reference to component '${lost}' which was not found in the schema.`;
      },
      extended("elsewhere", { $ref: "#/$defs/nothing" }),
    ),
    rule(
      "every schema has a type",
      each(({ schema }) =>
        ["type", "anyOf", "$ref", "enum", "const", ...unsupported].some((key) => schema[key] !== undefined)
          ? null
          : "schema must have a 'type' key.",
      ),
      extended("anything", {}),
    ),
    rule(
      "no object takes other properties",
      each((node) =>
        isObjectSchema(node) && node.schema["additionalProperties"] !== false
          ? "'additionalProperties' is required to be supplied and to be false."
          : null,
      ),
      extended("open", { type: "object", properties: {}, required: [] }),
    ),
    rule(
      "all properties are required",
      each((node) => {
        const required = new Set(listOf(node.schema["required"]));
        const missing = propertiesOf(node).find((name) => !required.has(name));
        return missing === undefined
          ? null
          : `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
      }),
      (schema) => ({ ...schema, required: [] }),
    ),
    rule(
      "no keyword is outside the supported subset",
      each(({ schema }) => {
        const keyword = unsupported.find((key) => schema[key] !== undefined);
        return keyword === undefined ? null : `'${keyword}' is not permitted.`;
      }),
      extended("short", { type: "string", maxLength: 10 }),
    ),
    rule(
      `at most ${mostProperties} properties`,
      (nodes) =>
        nodes.reduce((sum, node) => sum + propertiesOf(node).length, 0) > mostProperties
          ? `the schema exceeds the limit of ${mostProperties} object properties.`
          : null,
      () => {
        const many = names(mostProperties + 1, 1);
        return {
          ...emptyObject,
          properties: Object.fromEntries(many.map((name) => [name, { type: "string" }])),
          required: [...many],
        };
      },
    ),
    rule(
      `at most ${deepest} levels`,
      (nodes) => {
        const depth = Math.max(0, ...nodes.map((node) => node.depth));
        return depth > deepest ? `${depth} levels of nesting exceeds limit of ${deepest}.` : null;
      },
      () =>
        Array.from({ length: deepest }).reduce<JsonObject>(
          (inner) => ({ ...emptyObject, properties: { inner }, required: ["inner"] }),
          { type: "string" },
        ),
    ),
    rule(
      `at most ${mostEnumValues} enum values`,
      (nodes) =>
        nodes.reduce((sum, node) => sum + enumOf(node).length, 0) > mostEnumValues
          ? `the schema exceeds the limit of ${mostEnumValues} enum values.`
          : null,
      extended("one", { type: "string", enum: names(mostEnumValues + 1, 4) }),
    ),
    rule(
      `at most ${longestEnum} characters in an enum of more than ${largeEnum} values`,
      each((node) =>
        enumOf(node).length > largeEnum && charactersOf(enumOf(node)) > longestEnum
          ? `the enum exceeds ${longestEnum} characters.`
          : null,
      ),
      extended("one", { type: "string", enum: names(largeEnum + 1, 100) }),
    ),
    rule(
      `at most ${longestStrings} characters in names and values`,
      (nodes) =>
        nodes.reduce(
          (sum, node) =>
            sum + charactersOf(propertiesOf(node)) + charactersOf([...enumOf(node), node.schema["const"] ?? null]),
          0,
        ) > longestStrings
          ? `the schema exceeds ${longestStrings} characters in names, enums and constants.`
          : null,
      extended("one", { type: "string", enum: names(2, longestStrings) }),
    ),
  ];
};
