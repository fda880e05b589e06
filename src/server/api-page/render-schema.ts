import { html, joined, type Markup, nothing, prose } from "./markup.ts";
import { componentName, type Schema } from "./open-api-document.ts";

/** A schema in a few words, as TypeScript would write it; components are links. */
export function renderType(schema: Schema): Markup {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(choices.map(renderType), " | ");
  if (schema.allOf !== undefined) return joined(schema.allOf.map(renderType), " & ");
  if (schema.type === "array") {
    const item = schema.items ?? {};
    const isChoice = (item.anyOf ?? item.oneOf ?? item.enum) !== undefined;
    return isChoice ? html`(${renderType(item)})[]` : html`${renderType(item)}[]`;
  }
  if (schema.type === "object" && typeof schema.additionalProperties === "object" && schema.properties === undefined) {
    return html`map of ${renderType(schema.additionalProperties)}`;
  }
  return html`${schema.type === undefined ? "anything" : [schema.type].flat().join(" | ")}`;
}

/** A schema in full: its type and limits, and a table of its properties, those of inner objects included. */
export function renderSchema(schema: Schema): Markup {
  const limits = limitsOf(schema);
  return html`<p><code>${renderType(schema)}</code>${limits === "" ? "" : ` ${limits}`}</p>${
    schema.description === undefined ? nothing : html`<p>${prose(schema.description)}</p>`
  }${renderProperties(schema)}`;
}

function renderProperties(schema: Schema): Markup {
  const rows = Object.entries(objectIn(schema)?.properties ?? {});
  if (rows.length === 0) return nothing;
  const required = new Set(objectIn(schema)?.required ?? []);
  return html`<table><tbody>${rows.map(([name, property]) => renderProperty(name, property, required.has(name)))}</tbody></table>`;
}

function renderProperty(name: string, property: Schema, isRequired: boolean): Markup {
  const limits = limitsOf(property);
  return html`<tr><th scope="row"><code>${name}</code>${isRequired ? nothing : html` <small>optional</small>`}</th><td><code>${renderType(
    property,
  )}</code>${limits === "" ? "" : ` ${limits}`}${
    property.description === undefined ? nothing : html`<br>${prose(property.description)}`
  }${renderProperties(property)}</td></tr>`;
}

/** The object whose properties are shown: the schema itself, the items of a list, or the one object among choices. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectIn(schema.items);
  const objects = (schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => objectIn(choice) ?? []);
  return objects.length === 1 ? objects[0] : undefined;
}

/** Limits of the number type itself say nothing. */
const isTold = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const range = (least: number | undefined, most: number | undefined, unit: string): string => {
    if (isTold(least) && isTold(most)) return `${least} to ${most}${unit}`;
    if (isTold(least)) return `at least ${least}${unit}`;
    return isTold(most) ? `at most ${most}${unit}` : "";
  };
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    pattern === undefined ? "" : `matches ${pattern}`,
    format ?? "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}
