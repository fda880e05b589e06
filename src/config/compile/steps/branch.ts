import type { Expression } from "../../../engine/assistant/expression.ts";
import type { BranchStep, Target } from "../../../engine/assistant/step.ts";
import type { StepContents } from "../../schema/step.ts";
import { placeIn, type StepCompiler, type StepContext, slotsIn } from "../step-context.ts";
import { compileTarget } from "../target.ts";
import { compileCase, compileExpression } from "../text.ts";
import { isDefault, reportUncovered } from "./branch-cover.ts";

type Content = StepContents["branch"];
type Case = BranchStep["cases"][number];

export const compileBranch: StepCompiler<"branch"> = (content, base, context) => {
  const cases = compileCases(content, context);
  if (cases === null) return null;
  reportUncovered(cases, content, context);
  const conditions = cases.map(({ condition }) => condition);
  return { ...base, type: "branch", cases, reads: slotsIn(context.scope, conditions) };
};

function compileCases(content: Content, context: StepContext): readonly Case[] | null {
  const { report } = context.scope;
  const { path } = placeIn(context);
  const subjects = [content.slot, content.evaluate].filter((each) => each !== undefined).length;
  if (content.when !== undefined) {
    if (subjects > 0 || content.cases !== undefined) {
      const message = "A branch has either 'when', or 'slot' or 'evaluate' with 'cases'.";
      report.add({ code: "config.conflicting_keys", path, message });
    }
    return compileConditions(content.when, context);
  }
  if (subjects === 2) {
    report.add({
      code: "config.conflicting_keys",
      path,
      message: "A branch looks at a 'slot' or an 'evaluate', not both.",
    });
  }
  if (subjects === 0 || content.cases === undefined) {
    const missing = subjects === 0 ? (content.cases === undefined ? "'when'" : "'slot' or 'evaluate'") : "'cases'";
    report.add({ code: "config.missing_key", path, message: `The key ${missing} is missing.` });
    return null;
  }
  const subject = compileSubject(content, context);
  return subject === null ? null : compileWords(subject, content.cases, context);
}

function compileConditions(when: NonNullable<Content["when"]>, context: StepContext): readonly Case[] | null {
  const { report } = context.scope;
  const cases = when.map((item, index): Case | null => {
    if ("else" in item) {
      if (index < when.length - 1) {
        const { path } = placeIn(context, "when", index + 1);
        report.add({ code: "branch.unreachable_case", path, message: "'else' always matches; put it last." });
      }
      const then = target(item.else, context, ["when", index, "else"]);
      return then === null ? null : { then };
    }
    const condition = compileExpression(item.condition, placeIn(context, "when", index, "condition"));
    const then = target(item.then, context, ["when", index, "then"]);
    return condition === null || then === null ? null : { condition, then };
  });
  return complete(cases);
}

function compileSubject(content: Content, context: StepContext): Expression | null {
  if (content.evaluate !== undefined) return compileExpression(content.evaluate, placeIn(context, "evaluate"));
  const name = content.slot ?? "";
  const at = placeIn(context, "slot");
  if (context.scope.names.has(name.split(".")[0] ?? "")) return compileExpression(name, at);
  const unknown = { path: at.path, kind: "slot", name, valid: context.scope.names };
  context.scope.report.unknown({ code: "slot.unknown", ...unknown });
  return null;
}

/** `default` comes last wherever it stands: what is named goes first. */
function compileWords(
  subject: Expression,
  words: Readonly<Record<string, string>>,
  context: StepContext,
): readonly Case[] | null {
  const named = Object.entries(words).map(([word, text]): Case | null => {
    const then = target(text, context, ["cases", word]);
    if (isDefault(word)) return then === null ? null : { then };
    const condition = compileCase(subject, word, { ...placeIn(context, "cases", word), atKey: true });
    return condition === null || then === null ? null : { condition, then };
  });
  const cases = complete(named);
  return (
    cases?.toSorted((left, right) => Number(left.condition === undefined) - Number(right.condition === undefined)) ??
    null
  );
}

function target(text: string, context: StepContext, keys: readonly (string | number)[]): Target | null {
  const found = compileTarget(text, context.flow, placeIn(context, ...keys));
  if (found === undefined) context.lost();
  return found ?? null;
}

function complete(cases: readonly (Case | null)[]): readonly Case[] | null {
  const all = cases.filter((each) => each !== null);
  return all.length === cases.length ? all : null;
}
