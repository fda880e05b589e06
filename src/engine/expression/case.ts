import type { Expression, ExpressionNode } from "../assistant/expression.ts";
import type { Json } from "../json.ts";
import { type ParsedExpression, parseExpression } from "./parse.ts";
import { pathsOf } from "./paths-of.ts";

/** The longer signs first: `>=` also starts with `>`. */
const orderings = [">=", "<=", ">", "<"] as const;
const number = /^-?\d+(?:\.\d+)?$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const quoted = /^(?:'[^']*'|"[^"]*")$/;
/** The words of a yes-or-no question stand for its answer: a confirmed step stores true or false. */
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["yes", true],
  ["no", false],
  ["true", true],
  ["false", false],
  ["null", null],
]);

/**
 * One case of a branch as a condition on its subject. `"> 1000"` and `"<= limit"` compare with an expression;
 * `"10..20"` is a range, both ends included; `"gold"`, `"== gold"` and `"!= gold"` mean that word, never a slot.
 * A word fits whatever the type of the subject: `"5"` matches 5 and "5", `"yes"` matches true and "yes".
 */
export function caseExpression(subject: Expression, text: string): ParsedExpression {
  const trimmed = text.trim();
  const ordering = orderings.find((sign) => trimmed.startsWith(sign));
  if (ordering) return orderingCase({ subject, ordering, text: text.trimEnd() });
  if (trimmed.startsWith("!=")) return wordCase({ subject, operator: "not in", word: trimmed.slice(2).trim() });
  if (trimmed.startsWith("==")) return wordCase({ subject, operator: "in", word: trimmed.slice(2).trim() });
  const [low = "", high = "", more] = trimmed.split("..");
  const isRange = more === undefined && [number, date].some((end) => end.test(low.trim()) && end.test(high.trim()));
  return isRange
    ? rangeCase({ subject, low: low.trim(), high: high.trim() })
    : wordCase({ subject, operator: "in", word: trimmed });
}

function orderingCase(from: {
  subject: Expression;
  ordering: (typeof orderings)[number];
  text: string;
}): ParsedExpression {
  const { subject, ordering, text } = from;
  const limit = text.trimStart().slice(ordering.length).trimStart();
  const parsed = parseExpression(date.test(limit) ? `'${limit}'` : limit);
  if (!parsed.ok) return { ...parsed, offset: text.length - limit.length + parsed.offset };
  const root: ExpressionNode = {
    kind: "binary",
    operator: ordering,
    left: subject.root,
    right: parsed.expression.root,
  };
  return built(`${subject.source} ${text.trimStart()}`, root);
}

function rangeCase({ subject, low, high }: { subject: Expression; low: string; high: string }): ParsedExpression {
  const bound = (operator: ">=" | "<=", end: string): ExpressionNode => ({
    kind: "binary",
    operator,
    left: subject.root,
    right: { kind: "literal", value: number.test(end) ? Number(end) : end },
  });
  const root: ExpressionNode = { kind: "binary", operator: "and", left: bound(">=", low), right: bound("<=", high) };
  return built(`${subject.source} in ${low}..${high}`, root);
}

/** Membership rather than equality: a subject of another type is no match, and nothing to report. */
function wordCase(from: { subject: Expression; operator: "in" | "not in"; word: string }): ParsedExpression {
  const { subject, operator, word } = from;
  if (word === "") return { ok: false, message: "A case can't be empty.", offset: 0 };
  const items = readings(word).map((value): ExpressionNode => ({ kind: "literal", value }));
  const root: ExpressionNode = { kind: "binary", operator, left: subject.root, right: { kind: "list", items } };
  return built(`${subject.source} ${operator} ${JSON.stringify(readings(word))}`, root);
}

/** What a word may stand for; in quotes it is only the text. */
function readings(word: string): readonly Json[] {
  if (quoted.test(word)) return [word.slice(1, -1)];
  if (number.test(word) && Number.isFinite(Number(word))) return [word, Number(word)];
  const meaning = words.get(word);
  return meaning === undefined ? [word] : [word, meaning];
}

function built(source: string, root: ExpressionNode): ParsedExpression {
  return { ok: true, expression: { source, root, paths: pathsOf(root) } };
}
