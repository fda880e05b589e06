import type { Expression, ExpressionNode } from "../assistant/expression.ts";
import type { Slot } from "../assistant/slot.ts";
import type { StepOf, Target } from "../assistant/step.ts";
import { withDefaults } from "../flow/rules.ts";
import { holds } from "../flow/scope.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { type Compiling, defineStep } from "./define-step.ts";
import { type ContentOf, either, expression, filledList, map, name, object, optional, target } from "./key.ts";
import { type StepGiven, stepDone } from "./step.ts";

declare module "../assistant/step.ts" {
  interface Steps {
    readonly branch: {
      /** Tried in order; a case without condition always matches. */
      readonly cases: readonly { readonly condition?: Expression; readonly then: Target }[];
    };
  }
}
type Case = StepOf<"branch">["cases"][number];

// biome-ignore lint/suspicious/noThenProperty: a key of the word that the language uses; nobody awaits it.
const conditional = object({ condition: expression, then: target });
const keys = {
  when: optional(filledList(either(conditional, object({ else: target })))),
  slot: optional(name),
  evaluate: optional(expression),
  cases: optional(map(target), 'A value, a comparison such as ">1000", or default.'),
} as const;
type BranchContent = ContentOf<typeof keys>;

export const branch = defineStep({
  type: "branch",
  keys,
  skippable: false,
  fails: "never",
  compile(content, base, compiling) {
    const cases = compileCases(content, compiling);
    if (cases === null) return null;
    reportUncovered(cases, content, compiling);
    const conditions = cases.map(({ condition }) => condition);
    return { ...base, type: "branch", cases, reads: compiling.slotsIn(conditions) };
  },
  ways({ cases }, onward) {
    const conditions = conditionsOf(cases);
    const known = conditions.length === 0 ? {} : { conditions };
    const isOpen = cases.every(({ condition }) => condition !== undefined);
    return [
      ...cases.map(({ condition, then }) => ({ to: then, label: condition?.source ?? "else", ...known })),
      ...(isOpen ? [{ to: onward, label: "else", conditions }] : []),
    ];
  },
  expressions: ({ cases }) => conditionsOf(cases),
  run,
  draw: { shape: "choice" },
});

const conditionsOf = (cases: readonly Case[]): readonly Expression[] =>
  cases.flatMap(({ condition }) => condition ?? []);

function compileCases(content: BranchContent, compiling: Compiling): readonly Case[] | null {
  const subjects = [content.slot, content.evaluate].filter((each) => each !== undefined).length;
  if (content.when !== undefined) {
    if (subjects > 0 || content.cases !== undefined) {
      const message = "A branch has either 'when', or 'slot' or 'evaluate' with 'cases'.";
      compiling.report({ code: "config.conflicting_keys", at: [], message });
    }
    return compileConditions(content.when, compiling);
  }
  if (subjects === 2) {
    const message = "A branch looks at a 'slot' or an 'evaluate', not both.";
    compiling.report({ code: "config.conflicting_keys", at: [], message });
  }
  if (subjects === 0 || content.cases === undefined) {
    const missing = subjects === 0 ? (content.cases === undefined ? "'when'" : "'slot' or 'evaluate'") : "'cases'";
    compiling.report({ code: "config.missing_key", at: [], message: `The key ${missing} is missing.` });
    return null;
  }
  const subject = compileSubject(content, compiling);
  return subject === null ? null : compileWords(subject, content.cases, compiling);
}

function compileConditions(when: NonNullable<BranchContent["when"]>, compiling: Compiling): readonly Case[] | null {
  const cases = when.map((item, index): Case | null => {
    if ("else" in item) {
      if (index < when.length - 1) {
        const message = "'else' always matches; put it last.";
        compiling.report({ code: "branch.unreachable_case", at: ["when", index + 1], message });
      }
      const then = compiling.target(item.else, "when", index, "else");
      return then === undefined ? null : { then };
    }
    const condition = compiling.expression(item.condition, "when", index, "condition");
    const then = compiling.target(item.then, "when", index, "then");
    return condition === null || then === undefined ? null : { condition, then };
  });
  return complete(cases);
}

function compileSubject(content: BranchContent, compiling: Compiling): Expression | null {
  if (content.evaluate !== undefined) return compiling.expression(content.evaluate, "evaluate");
  const { slot: name = "" } = content;
  if (compiling.slots.has(name.split(".")[0] ?? "")) return compiling.expression(name, "slot");
  compiling.unknown({ code: "slot.unknown", at: ["slot"], kind: "slot", name, valid: compiling.slots });
  return null;
}

/** `default` comes last wherever it stands: what is named goes first. */
function compileWords(
  subject: Expression,
  words: Readonly<Record<string, string>>,
  compiling: Compiling,
): readonly Case[] | null {
  const named = Object.entries(words).map(([word, content]): Case | null => {
    const then = compiling.target(content, "cases", word);
    if (isDefault(word)) return then === undefined ? null : { then };
    const condition = compiling.caseOf(subject, word, "cases", word);
    return condition === null || then === undefined ? null : { condition, then };
  });
  const cases = complete(named);
  return (
    cases?.toSorted((left, right) => Number(left.condition === undefined) - Number(right.condition === undefined)) ??
    null
  );
}

function complete(cases: readonly (Case | null)[]): readonly Case[] | null {
  const all = cases.filter((each) => each !== null);
  return all.length === cases.length ? all : null;
}

const isDefault = (word: string): boolean => word === "default" || word === "else";

/** Reports a branch that can match nothing, and cases that a slot never is. */
function reportUncovered(cases: readonly Case[], content: BranchContent, compiling: Compiling): void {
  reportUnknownValues(content, compiling);
  if (cases.some(({ condition }) => condition === undefined)) return;
  const missing = uncovered(cases, compiling);
  if (missing?.values.length === 0) return;
  const way = content.when === undefined ? "'default: continue'" : "'- else: continue'";
  const named = missing === null ? "" : ` when '${missing.slot}' is ${missing.values.join(" or ")}`;
  compiling.report({
    code: "branch.falls_through",
    at: [content.when === undefined ? "cases" : "when"],
    atKey: true,
    message: `No case may match${named}. Add ${way}, or another step to go to.`,
  });
}

function reportUnknownValues(content: BranchContent, compiling: Compiling): void {
  const slot = content.slot === undefined ? undefined : compiling.slot(content.slot);
  if (slot?.type !== "categorical" || slot.values.length === 0) return;
  const values = slot.values.map(({ value }) => value);
  for (const word of Object.keys(content.cases ?? {})) {
    // Comparisons and ranges name no value.
    if (isDefault(word) || word === "null" || /^\s*[<>=!]|\.\./.test(word)) continue;
    const plain = word.trim().replace(/^(['"])(.*)\1$/, "$2");
    if (values.includes(plain)) continue;
    const message = `'${slot.name}' is never '${plain}'.`;
    const at = ["cases", word];
    compiling.unknown({ code: "branch.unknown_value", at, atKey: true, name: plain, valid: values, message });
  }
}

/** What no case covers, if all cases are about one boolean or categorical slot; null if that can't be told. */
function uncovered(cases: readonly Case[], compiling: Compiling): Match | null {
  const matches = cases.map(({ condition }) => (condition === undefined ? null : matchOf(condition)));
  const name = matches[0]?.slot;
  const slot = name === undefined ? undefined : compiling.slot(name);
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

/** Takes the first case that holds; without one, goes on. */
function run(before: DialogueState, { step, frame, context }: StepGiven<StepOf<"branch">>): Change<StepNext> {
  let state = withDefaults(before, context, { frame, slots: step.reads });
  for (const { condition, then } of step.cases) {
    if (condition === undefined) return stepDone(state, then);
    const tested = holds(state, condition, { frame, context });
    state = tested.state;
    if (tested.value) return stepDone(state, then);
  }
  return stepDone(state);
}
