import type { Json, JsonObject } from "../engine/json.ts";
import { slotTypeNames } from "../engine/slot-types/slot-types.ts";
import type { TemplateValue, TemplateValues } from "../engine/state/outcome.ts";
import type { ChoiceOption } from "../engine/state/state.ts";
import { languageNames, listFormat } from "./intl-formatters.ts";
import { type FormatContext, formatValue, valueAt } from "./locale.ts";
import { fitPhrase } from "./phrase.ts";

/** More flows than this are no help in one sentence; the rest is counted in `more`. */
const mostFlows = 8;

/** Labels and descriptions, written with a capital in YAML, that a text quotes in mid-sentence. */
const phrases = new Set(["slot_label", "flow_label", "slot_description", "flow_description", "flows", "missing"]);

/** Adds what is worked out here rather than by logic: `options`, and a `flows` that is short enough to read. */
export function completeValues(values: TemplateValues, options: readonly ChoiceOption[] = []): TemplateValues {
  const flows = listOf(valueAt(values, "flows"));
  return {
    ...values,
    ...(options.length === 0 ? {} : { options: { value: options.map(({ label }) => label), type: "list" } }),
    ...(flows.length <= mostFlows
      ? {}
      : {
          flows: { value: flows.slice(0, mostFlows), type: "list" },
          more: { value: flows.length - mostFlows, type: "integer" },
        }),
  };
}

/** A value as it stands in a system text after `before`; empty if there is none. */
export function showPatternValue(
  name: string,
  place: { readonly values: TemplateValues; readonly before: string },
  context: FormatContext,
): string {
  const found = valueAt(place.values, name);
  if (found === undefined) return "";
  if (name === "filled")
    return joined(
      listOf(found).map((item) => describedValue(item, context)),
      context,
    );
  if (name === "languages") {
    return joined(
      listOf(found).map((code) => languageNames(context.locale).of(String(code)) ?? String(code)),
      context,
    );
  }
  if (name === "options") {
    return listFormat(context.locale, "disjunction").format(listOf(found).map((item) => shown(item, context)));
  }
  if (!phrases.has(name)) return formatValue(found, context);
  const items = Array.isArray(found.value) ? listOf(found) : [found.value];
  const fitted = items.map((item, index) =>
    fitPhrase(shown(item, context), { before: index === 0 ? place.before : ", ", language: context.locale }),
  );
  return joined(fitted, context);
}

/** What a plural form depends on: the number itself, or how many there are. Null if there is nothing to count. */
export function countOf(name: string, values: TemplateValues): number | null {
  const value = valueAt(values, name)?.value ?? null;
  if (value === null) return null;
  if (Array.isArray(value)) return value.length;
  // A number may come as text ("2000"); any other single value is one thing.
  const number = typeof value === "boolean" || value === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? 1 : number;
}

/** `day of departure (December 20, 2026)`: each value by its own type. */
function describedValue(item: Json, context: FormatContext): string {
  if (!isObject(item)) return shown(item, context);
  const { label = "", value = null, type: declared, unit, currency } = item;
  const type = slotTypeNames.find((name) => name === declared) ?? "any";
  const phrase = fitPhrase(shown(label, context), { before: ", ", language: context.locale });
  return `${phrase} (${formatValue({ value, type, ...named({ unit, currency }) }, context)})`;
}

const named = (details: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );

function shown(value: Json, context: FormatContext): string {
  return formatValue({ value, type: "any" }, context);
}

function joined(items: readonly string[], context: FormatContext): string {
  return listFormat(context.locale, "conjunction").format(items.filter((item) => item !== ""));
}

function listOf(value: TemplateValue | undefined): readonly Json[] {
  return Array.isArray(value?.value) ? value.value : [];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
