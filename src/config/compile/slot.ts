import type { Constraint, Slot } from "../../engine/assistant/slot.ts";
import type { Template } from "../../engine/assistant/template.ts";
import type { Json } from "../../engine/json.ts";
import type { CategoricalValue, SlotTypeDefinition } from "../../engine/slot-types/slot-type.ts";
import { conforms, slotTypes } from "../../engine/slot-types/slot-types.ts";
import type { SlotDraft } from "../draft/draft.ts";
import type { Path } from "../locate.ts";
import { hint, nearest } from "../suggest.ts";
import type { At, Scope } from "./scope.ts";
import { compileDetails } from "./slot-details.ts";
import { compileAssignment, compileExpression, compileTemplate } from "./text.ts";

/** What a slot says in words may name any slot that some flow can hold beside it. */
export function compileSlot(name: string, draft: SlotDraft, scope: Scope): Slot {
  const { content, type, own } = draft;
  const at = (key: string): At => ({ scope, path: draft.place(key) });
  const text = (content: string | undefined, place: At): Template | undefined =>
    content === undefined ? undefined : (compileTemplate(content, place) ?? undefined);
  const prompt = text(content.prompt, at("prompt"));
  const invalidMessage = text(content.invalid_message, at("invalid_message"));
  const values = compileValues(draft, scope);
  const slot: Slot = {
    name,
    type,
    ...(content.label === undefined ? {} : { label: content.label.trim() }),
    description: content.description ?? "",
    ...(prompt === undefined ? {} : { prompt }),
    ...(own === undefined ? {} : { own: own.name }),
    examples: (content.examples ?? own?.type.examples ?? []).map(String),
    values,
    ...compileDetails(draft, scope),
    ...(content.validator === undefined ? {} : { validator: content.validator }),
    ...(content.normalizer === undefined ? {} : { normalizer: content.normalizer }),
    ...(invalidMessage === undefined ? {} : { invalidMessage }),
    constraints: compileConstraints(draft, scope),
    required: content.required ?? true,
    sensitive: content.sensitive ?? false,
    setBy: content.set_by ?? "user",
  };
  return { ...slot, ...compileDefault(slot, content.default, at("default")) };
}

function compileValues({ content, type, path, place }: SlotDraft, { report }: Scope): readonly CategoricalValue[] {
  const values = (content.values ?? []).map(
    (item): CategoricalValue =>
      typeof item === "object"
        ? { value: String(item.value), synonyms: (item.synonyms ?? []).map(String) }
        : { value: String(item), synonyms: [] },
  );
  if (type === "categorical" && values.length === 0) {
    const message = "A categorical slot needs 'values', the list of what it can be.";
    report.add({
      code: "slot.missing_values",
      path: content.values === undefined ? path : place("values"),
      message,
    });
  }
  if (type !== "categorical" && type !== "any" && values.length > 0) {
    report.add({
      code: "slot.unused_values",
      severity: "warning",
      path: place("values"),
      atKey: true,
      message: `Only categorical slots have values; this one is ${article(type)} ${type} and takes any. Did you mean 'type: categorical'?`,
      suggestion: "categorical",
    });
  }
  reportAmbiguous(values, place("values"), { report });
  return values;
}

/** The same word for two values can't be understood. */
function reportAmbiguous(values: readonly CategoricalValue[], path: Path, { report }: Pick<Scope, "report">): void {
  const owners = new Map<string, string>();
  for (const [index, { value, synonyms }] of values.entries()) {
    for (const word of [value, ...synonyms]) {
      const plain = word.trim().toLowerCase();
      const owner = owners.get(plain);
      if (owner === undefined) owners.set(plain, value);
      else if (owner !== value || word === value) {
        const message = owner === value ? `'${word}' stands twice.` : `'${word}' already stands for '${owner}'.`;
        report.add({ code: "slot.ambiguous_value", path: [...path, index], message });
      }
    }
  }
}

function compileConstraints({ content, place }: SlotDraft, scope: Scope): readonly Constraint[] {
  return (content.constraints ?? []).flatMap(({ rule, message }, index) => {
    const path = [...place("constraints"), index];
    const expression = compileExpression(rule, { scope, path: [...path, "rule"] });
    const text = message === undefined ? null : compileTemplate(message, { scope, path: [...path, "message"] });
    if (expression === null) return [];
    const roots = expression.paths.map(([root = ""]) => root).filter((root) => scope.names.has(root));
    return [{ rule: expression, ...(text === null ? {} : { message: text }), slots: [...new Set(roots)] }];
  });
}

/** A value, or an expression in double braces. */
function compileDefault(
  slot: Slot,
  value: Json | undefined,
  at: At,
): Pick<Slot, "default"> | Pick<Slot, "computedDefault"> {
  if (value === undefined || value === null) return {};
  if (typeof value === "string" && value.includes("{{")) return compileComputed(value, at);
  const standard = slot.type === "categorical" && typeof value !== "object" ? String(value) : value;
  if (slot.type === "categorical" && slot.values.length === 0) return {};
  return checkValue(slot, standard, { ...at, code: "slot.bad_default" }) ? { default: standard } : {};
}

/** `"{{ today() }}"` is computed; braces within a text are no template here. */
function compileComputed(value: string, at: At): Pick<Slot, "computedDefault"> {
  const assignment = compileAssignment(value, at);
  if (assignment === null) return {};
  if (assignment.kind === "expression") return { computedDefault: assignment.expression };
  const message = `A default is a value or one expression: "{{ ... }}" with nothing around it. To build a text, use an expression such as "{{ 'Hello ' + name }}".`;
  at.scope.report.add({ code: "slot.bad_default", path: at.path, message });
  return {};
}

/** Reports a literal that the slot can't hold. */
export function checkValue(
  slot: Slot,
  value: Json,
  at: At & { readonly code: "slot.bad_default" | "slot.bad_value" },
): boolean {
  if (conforms(slot, value)) return true;
  const { scope, path, code } = at;
  const values = slot.values.map((allowed) => allowed.value);
  const { example, literals }: SlotTypeDefinition = slotTypes[slot.type];
  const suggestion = nearest(String(value), slot.type === "categorical" ? values : (literals ?? []));
  const shown = typeof value === "string" ? `'${value}'` : JSON.stringify(value);
  const kind = slot.type.replaceAll("_", " ");
  const way = slot.type === "categorical" ? hint(suggestion, values) : ` ${example}`.trimEnd();
  scope.report.add({
    code,
    path,
    message: `'${slot.name}' is ${article(kind)} ${kind} and can't be ${shown}.${way}`,
    suggestion,
  });
  return false;
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a");
