import type { Expression, ExpressionNode } from "../../../engine/assistant/expression.ts";
import type { Slot } from "../../../engine/assistant/slot.ts";
import type { BranchStep } from "../../../engine/assistant/step.ts";
import type { Json } from "../../../engine/json.ts";
import type { StepContents } from "../../schema/step.ts";
import { hint, nearest } from "../../suggest.ts";
import { placeIn, type StepContext } from "../step-context.ts";

type Case = BranchStep["cases"][number];

export const isDefault = (word: string): boolean => word === "default" || word === "else";

/** Reports a branch that can match nothing, and cases that a slot never is. */
export function reportUncovered(cases: readonly Case[], content: StepContents["branch"], context: StepContext): void {
  reportUnknownValues(content, context);
  if (cases.some(({ condition }) => condition === undefined)) return;
  const missing = uncovered(cases, context);
  if (missing?.values.length === 0) return;
  const way = content.when === undefined ? "'default: continue'" : "'- else: continue'";
  const named = missing === null ? "" : ` when '${missing.slot}' is ${missing.values.join(" or ")}`;
  context.scope.report.add({
    code: "branch.falls_through",
    path: placeIn(context, content.when === undefined ? "cases" : "when").path,
    atKey: true,
    message: `No case may match${named}. Add ${way}, or another step to go to.`,
  });
}

function reportUnknownValues(content: StepContents["branch"], context: StepContext): void {
  const slot = content.slot === undefined ? undefined : context.scope.slot(content.slot);
  if (slot?.type !== "categorical" || slot.values.length === 0) return;
  const values = slot.values.map(({ value }) => value);
  for (const word of Object.keys(content.cases ?? {})) {
    // Comparisons and ranges name no value.
    if (isDefault(word) || word === "null" || /^\s*[<>=!]|\.\./.test(word)) continue;
    const plain = word.trim().replace(/^(['"])(.*)\1$/, "$2");
    if (values.includes(plain)) continue;
    const suggestion = nearest(plain, values);
    const message = `'${slot.name}' is never '${plain}'.${hint(suggestion, values)}`;
    const { path } = placeIn(context, "cases", word);
    context.scope.report.add({ code: "branch.unknown_value", path, atKey: true, message, suggestion });
  }
}

/** What no case covers, if all cases are about one boolean or categorical slot; null if that can't be told. */
function uncovered(cases: readonly Case[], context: StepContext): Match | null {
  const matches = cases.map(({ condition }) => (condition === undefined ? null : matchOf(condition)));
  const name = matches[0]?.slot;
  const slot = name === undefined ? undefined : context.scope.slot(name);
  if (slot === undefined || matches.some((match) => match === null || match.slot !== name)) return null;
  const all = possible(slot);
  if (all === null) return null;
  const covered = new Set(matches.flatMap((match) => match?.values ?? []));
  return { slot: slot.name, values: all.filter((value) => !covered.has(value)) };
}

function possible(slot: Slot): readonly Json[] | null {
  if (slot.type === "boolean") return [true, false];
  return slot.type === "categorical" ? slot.values.map(({ value }) => value) : null;
}

interface Match {
  readonly slot: string;
  readonly values: readonly Json[];
}

/** `paid`, `not paid`, `cabin == 'economy'`, `cabin in ['economy']`: conditions that name the values they cover. */
function matchOf({ root }: Expression): Match | null {
  if (root.kind === "path") return named(root, [true]);
  if (root.kind === "unary" && root.operator === "not") return named(root.operand, [false]);
  if (root.kind !== "binary") return null;
  if (root.operator === "or") {
    const left = matchOf({ source: "", root: root.left, paths: [] });
    const right = matchOf({ source: "", root: root.right, paths: [] });
    return left !== null && right?.slot === left.slot
      ? { slot: left.slot, values: [...left.values, ...right.values] }
      : null;
  }
  if (root.operator === "==" && root.right.kind === "literal") return named(root.left, [root.right.value]);
  if (root.operator !== "in" || root.right.kind !== "list") return null;
  const values = root.right.items.flatMap((item) => (item.kind === "literal" ? [item.value] : []));
  return values.length === root.right.items.length ? named(root.left, values) : null;
}

const named = (node: ExpressionNode, values: readonly Json[]): Match | null =>
  node.kind === "path" && node.path.length === 1 ? { slot: node.path[0] ?? "", values } : null;
