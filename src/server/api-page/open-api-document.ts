/** The parts of an OpenAPI document that the page reads. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Paths;
  readonly webhooks?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** By path or name, then by method. */
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
}

/** The name of a component, out of `#/components/schemas/Problem`. */
export const componentName = (reference: string): string => reference.split("/").at(-1) ?? reference;

/** The schemas that a part of the document refers to, by name. */
export function referencedSchemas(
  part: unknown,
  schemas: Readonly<Record<string, Schema>>,
): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Schema;
    const name = typeof $ref === "string" ? componentName($ref) : "";
    const schema = schemas[name];
    if (schema !== undefined && !found.has(name)) {
      found.set(name, schema);
      visit(schema);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(part);
  return new Map([...found].toSorted(([one], [other]) => one.localeCompare(other)));
}

/** A value that fits a schema, for examples: what is required, or the first property if nothing is. */
export function sampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.$ref !== undefined) return sampleOf(schemas[componentName(schema.$ref)] ?? {}, schemas);
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice !== undefined) return sampleOf(choice, schemas);
  const [type] = [schema.type ?? "object"].flat();
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return [sampleOf(schema.items ?? {}, schemas)];
    default: {
      const properties = Object.entries(schema.properties ?? {});
      const required = properties.filter(([name]) => schema.required?.includes(name) === true);
      const shown = required.length === 0 ? properties.slice(0, 1) : required;
      return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, schemas)]));
    }
  }
}
