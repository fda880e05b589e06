import type { Template } from "../engine/assistant/template.ts";
import { markSecret } from "../engine/secrets/redact-turn.ts";
import type { TemplateValue, TemplateValues } from "../engine/state/outcome.ts";
import { type FormatContext, formatValue } from "./format-value.ts";

/** Fills the template in one pass: a value that contains braces is text, never read as a template again. */
export function interpolate(template: Template, values: TemplateValues, context: FormatContext): string {
  return template.parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      const value = valueAt(values, part.path.join("."));
      if (value === undefined) return "";
      const shown = formatValue(value, context);
      return value.secret === true ? markSecret(shown) : shown;
    })
    .join("");
}

/** Own properties only: a slot named like something of Object's prototype has no value until it is given one. */
export function valueAt(values: TemplateValues, path: string): TemplateValue | undefined {
  return Object.hasOwn(values, path) ? values[path] : undefined;
}
