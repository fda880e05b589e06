import type { Assignment } from "../assistant/step.ts";
import type { Template, TemplatePart } from "../assistant/template.ts";
import { parseExpression } from "../expression/parse.ts";
import type { SyntaxProblem } from "../expression/tokenize.ts";
import type { Json } from "../json.ts";

export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | ({ readonly ok: false } & SyntaxProblem);

const path = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u;

/** `{slot}` and `{slot.path}`; doubled braces stand for themselves, lone ones are mistakes. Never throws. */
export function parseTemplate(source: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let text = "";
  let offset = 0;
  while (offset < source.length) {
    const character = source.charAt(offset);
    const doubled = source.charAt(offset + 1) === character;
    if (character !== "{" && character !== "}") {
      text += character;
      offset += 1;
    } else if (doubled) {
      text += character;
      offset += 2;
    } else if (character === "}") {
      return { ok: false, message: "A closing brace without an opening one; write }} to show it.", offset };
    } else {
      const end = source.indexOf("}", offset);
      if (end < 0) return { ok: false, message: "A brace that is never closed; write {{ to show it.", offset };
      const name = source.slice(offset + 1, end).trim();
      if (!path.test(name)) {
        return {
          ok: false,
          message: `'${name}' is no name; braces take a slot, like {city} or {flight.price}.`,
          offset,
        };
      }
      if (text !== "") parts.push({ kind: "text", text });
      parts.push({ kind: "path", path: name.split(".") });
      text = "";
      offset = end + 1;
    }
  }
  if (text !== "") parts.push({ kind: "text", text });
  return { ok: true, template: { source, parts } };
}

export type ParsedAssignment =
  | { readonly ok: true; readonly assignment: Assignment }
  | ({ readonly ok: false } & SyntaxProblem);

/** `"{{ expression }}"`, and nothing around it, is computed and keeps its type; every other value is itself. */
export function parseAssignment(value: Json): ParsedAssignment {
  if (typeof value !== "string") return literal(value);
  const trimmed = value.trim();
  if (!trimmed.startsWith("{{")) return literal(value);
  if (!trimmed.endsWith("}}") || trimmed.length < 4) {
    return { ok: false, message: "An expression must end with }}, and nothing may follow it.", offset: value.length };
  }
  const parsed = parseExpression(trimmed.slice(2, -2));
  if (parsed.ok) return { ok: true, assignment: { kind: "expression", expression: parsed.expression } };
  return { ...parsed, offset: value.indexOf("{{") + 2 + parsed.offset };
}

function literal(value: Json): ParsedAssignment {
  return { ok: true, assignment: { kind: "literal", value } };
}
