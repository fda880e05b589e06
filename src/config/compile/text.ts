import type { Expression } from "../../engine/assistant/expression.ts";
import type { Assignment } from "../../engine/assistant/step.ts";
import type { Template } from "../../engine/assistant/template.ts";
import { caseExpression } from "../../engine/expression/case.ts";
import { type ParsedExpression, parseExpression } from "../../engine/expression/parse.ts";
import { parseAssignment, parseTemplate } from "../../engine/flow/template.ts";
import type { Json } from "../../engine/json.ts";
import { checkPaths } from "./check-paths.ts";
import { checkComparisons } from "./comparisons.ts";
import type { At } from "./scope.ts";

export type ExpressionContent = string | number | boolean;

export function compileExpression(content: ExpressionContent, at: At): Expression | null {
  return accept(parseExpression(String(content)), at, 0);
}

/** One case of a branch, as a condition on its subject. */
export function compileCase(subject: Expression, text: string, at: At): Expression | null {
  return accept(caseExpression(subject, text), at, 0);
}

function accept(parsed: ParsedExpression, at: At, shift: number): Expression | null {
  const { scope, path, atKey = false } = at;
  if (!parsed.ok) {
    scope.report.add({
      code: "expression.syntax",
      path,
      atKey,
      message: parsed.message,
      offset: parsed.offset + shift,
    });
    return null;
  }
  const { expression } = parsed;
  const known = checkPaths(expression.paths, {
    ...at,
    code: "expression.unknown_name",
    source: expression.source,
    shift,
  });
  checkComparisons(expression, at);
  return known ? expression : null;
}

export function compileTemplate(content: string, at: At): Template | null {
  const { scope, path } = at;
  const parsed = parseTemplate(content);
  if (!parsed.ok) {
    scope.report.add({ code: "template.syntax", path, message: parsed.message, offset: parsed.offset });
    return null;
  }
  const doubled = reportDoubleBraces(content, at);
  const paths = parsed.template.parts.flatMap((part) => (part.kind === "path" ? [part.path] : []));
  const known = checkPaths(paths, { ...at, code: "template.unknown_name", source: content, shift: 0 });
  return known && !doubled ? parsed.template : null;
}

const doubleBraces = /\{\{\s*([\p{L}_][\p{L}\p{N}_]*)((?:\.[\p{L}\p{N}_]+)*)\s*\}\}/u;

/** `{{slot}}` of other template languages would show braces here. */
function reportDoubleBraces(content: string, { scope, path }: At): boolean {
  const match = doubleBraces.exec(content);
  if (match === null || !scope.names.has(match[1] ?? "")) return false;
  const suggestion = `{${match[1]}${match[2]}}`;
  scope.report.add({
    code: "template.double_braces",
    path,
    message: `Messages take single braces. Did you mean '${suggestion}'?`,
    suggestion,
    offset: match.index,
  });
  return true;
}

/** `"{{ expression }}"` is computed, everything else is a literal. */
export function compileAssignment(value: Json, at: At): Assignment | null {
  const { scope, path } = at;
  const parsed = parseAssignment(value);
  if (!parsed.ok) {
    scope.report.add({ code: "expression.syntax", path, message: parsed.message, offset: parsed.offset });
    return null;
  }
  if (parsed.assignment.kind === "literal") {
    reportSingleBraces(value, at);
    return parsed.assignment;
  }
  const { expression } = parsed.assignment;
  const shift = typeof value === "string" ? Math.max(value.indexOf(expression.source), 0) : 0;
  return accept({ ok: true, expression }, at, shift) === null ? null : parsed.assignment;
}

/** In inputs, the name of a slot (or a path into it) means its value. */
export function compileInput(value: Json, at: At): Assignment | null {
  const namesSlot = typeof value === "string" && pathOnly.test(value) && at.scope.names.has(value.split(".")[0] ?? "");
  if (!namesSlot) return compileAssignment(value, at);
  const expression = compileExpression(value, at);
  return expression === null ? null : { kind: "expression", expression };
}

const pathOnly = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u;
const singleBraces = /(?<!\{)\{([\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}\p{N}_]+)*\}(?!\})/u;

function reportSingleBraces(value: Json, { scope, path }: At): void {
  const match = typeof value === "string" ? singleBraces.exec(value) : null;
  if (match === null || !scope.names.has(match[1] ?? "")) return;
  scope.report.add({
    code: "template.not_interpolated",
    severity: "warning",
    path,
    message: `Values are not templates: '${match[0]}' stays as it is. Write an expression: "{{ ${match[1]} }}".`,
    offset: match.index,
  });
}
