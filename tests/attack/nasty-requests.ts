import { nastyStrings, nastyValues } from "../support/nasty-strings.ts";
import type { RandomNumbers } from "../support/random-numbers.ts";

/** A request that may say anything anywhere. */
export interface NastyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where the nasty part is. */
  readonly place: string;
}

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Sound values by their names, so that a request gets past the first check and its nasty part is looked at. */
const sound: Readonly<Record<string, unknown>> = {
  conversationId: "fuzz",
  threadId: "fuzz",
  runId: "run",
  messageId: "m-1",
  user: "someone",
  role: "user",
  content: "hello",
  text: "hello",
  type: "repeat",
  model: "soni",
};

/** Each operation of the document, each of its places in turn with each nasty thing. */
export function nastyRequests(api: OpenApi, random: RandomNumbers, perPlace: number): readonly NastyRequest[] {
  const pick = <Value>(values: readonly Value[]): readonly Value[] =>
    perPlace >= values.length ? values : Array.from({ length: perPlace }, () => values[random(values.length)] as Value);
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const body = bodyOf(operation, api);
      const base = { method: method.toUpperCase(), body };
      const parameters = operation.parameters ?? [];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      return [
        request(base, { path: filled(path, {}), place: "nothing" }),
        ...names.flatMap((name) =>
          pick(nastyStrings).flatMap((nasty) => [
            request(base, { path: filled(path, { [name]: encode(nasty) }), place: `path ${name}` }),
            request(base, { path: filled(path, { [name]: raw(nasty) }), place: `raw path ${name}` }),
          ]),
        ),
        ...[...parameters.filter((each) => each.in === "query").map(({ name }) => name), "unknown"].flatMap((name) =>
          pick(nastyStrings).map((nasty) =>
            request(base, { path: `${filled(path, {})}?${encode(name)}=${encode(nasty)}`, place: `query ${name}` }),
          ),
        ),
        ...[
          "idempotency-key",
          "x-conversation-id",
          "accept",
          "content-type",
          "origin",
          "last-event-id",
          "authorization",
        ].flatMap((name) =>
          pick(nastyStrings).map((nasty) =>
            request(base, { path: filled(path, {}), headers: { [name]: raw(nasty) }, place: `header ${name}` }),
          ),
        ),
        ...(body === undefined
          ? []
          : placesIn(body).flatMap((place) =>
              pick([...nastyStrings, ...nastyValues]).map((nasty) =>
                request(
                  { ...base, body: replaced(body, place, nasty) },
                  { path: filled(path, {}), place: `body ${place.join(".")}` },
                ),
              ),
            )),
        ...pick([
          "",
          "{",
          "[]",
          "null",
          '"x"',
          '{"__proto__":{}}',
          "[".repeat(5_000),
          '{"text":"\\ud800"}',
          "\u0000",
          `{"a":${"9".repeat(500)}}`,
        ]).map((text) => ({ ...request(base, { path: filled(path, {}), place: "whole body" }), body: text })),
      ];
    }),
  );
}

function request(
  { method, body }: { readonly method: string; readonly body: unknown },
  {
    path,
    headers = {},
    place,
  }: { readonly path: string; readonly headers?: Record<string, string>; readonly place: string },
): NastyRequest {
  const withBody = body === undefined ? {} : { body: JSON.stringify(body) };
  return { method, path, place, headers: { "content-type": "application/json", ...headers }, ...withBody };
}

const filled = (path: string, given: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? String(sound[name] ?? "x"));

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Characters that a line of HTTP can have at all; the client itself refuses the others. */
const raw = (text: string): string => text.replaceAll(/[^!-~\u0080-\u00ff]/g, "").slice(0, 3_000);

function bodyOf({ requestBody }: Operation, api: OpenApi): unknown {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema === undefined ? undefined : sample(schema, api, "", 0);
}

/** Something that the schema accepts, with everything that may be there. */
function sample(schema: Schema, api: OpenApi, name: string, depth: number): unknown {
  if (depth > 6) return null;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    return sample(api.components?.schemas?.[reference.split("/").at(-1) ?? ""] ?? {}, api, name, depth + 1);
  }
  const choices = (schema["oneOf"] ?? schema["anyOf"] ?? schema["allOf"]) as readonly Schema[] | undefined;
  if (choices?.[0] !== undefined) return sample(choices[0], api, name, depth + 1);
  if (schema["const"] !== undefined) return schema["const"];
  const [first] = (schema["enum"] as readonly unknown[] | undefined) ?? [];
  if (first !== undefined) return first;
  switch (schema["type"]) {
    case "object": {
      const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>);
      return Object.fromEntries(properties.map(([key, inner]) => [key, sample(inner, api, key, depth + 1)]));
    }
    case "array":
      return [sample((schema["items"] ?? {}) as Schema, api, name, depth + 1)];
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return false;
    default:
      return sound[name] ?? "x";
  }
}

type Place = readonly (string | number)[];

/** The way to every value, and a place for a key that nobody expects in every object. */
function placesIn(value: unknown, way: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [way];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [way, ...entries.flatMap(([key, inner]) => placesIn(inner, [...way, key])), [...way, "\u0000 unexpected"]];
}

function replaced(value: unknown, [key, ...rest]: Place, nasty: unknown): unknown {
  if (key === undefined) return nasty;
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? replaced(inner, rest, nasty) : inner));
  const object = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaced(object[key], rest, nasty) };
}
