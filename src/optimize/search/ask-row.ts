import type { Command } from "../../engine/commands/command.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import type { Time } from "../../engine/time.ts";
import type { LanguageModel, ModelFailureCode } from "../../model/language-model.ts";
import { parseCommand } from "../../understand/parse-command.ts";
import type { PromptProgram } from "../../understand/program.ts";
import { readJson } from "../../understand/read-json.ts";
import { type Scope, scopeOf } from "../../understand/scope.ts";
import { createModelUnderstander } from "../../understand/two-pass.ts";
import type { FlowInScope } from "../../understand/understander.ts";
import type { LabelledRow } from "../datasets/row.ts";
import type { UnderstandingOptions } from "./search.ts";

/** The parts of a program that a search changes: its two passes. */
export const components = ["commands", "slots"] as const;
export type Component = (typeof components)[number];

/** What one pass was asked about and what it answered: the material of demonstrations. */
export interface Trace {
  readonly component: Component;
  readonly state: JsonObject;
  readonly output: JsonObject;
}

export type RowAnswer =
  | {
      readonly kind: "answered";
      readonly commands: readonly Command[];
      readonly traces: readonly Trace[];
      /** What was written and not let pass, and why. */
      readonly refused: readonly string[];
      readonly tokens: number;
    }
  /** The provider did not answer. That says nothing about the program. */
  | { readonly kind: "failed"; readonly code: ModelFailureCode | "model.broken" };

export interface AskingRow {
  readonly model: LanguageModel;
  readonly program: PromptProgram;
  readonly understanding: UnderstandingOptions;
  readonly time: Time;
}

/** Asks about one row as the product would, and keeps what both passes said. */
export const askRow = async (row: LabelledRow, given: AskingRow): Promise<RowAnswer> => {
  const { message, context } = row;
  const said: { readonly component: Component; readonly state: JsonObject; readonly text: string }[] = [];
  const refused: string[] = [];
  let tokens = 0;
  let failure: ModelFailureCode | "model.broken" | null = null;
  const heard: LanguageModel = {
    ...given.model,
    async generate(request) {
      const generation = await given.model.generate(request);
      if (!generation.ok) {
        failure ??= generation.code;
        return generation;
      }
      tokens += generation.usage.inputTokens + generation.usage.outputTokens;
      const component = request.purpose === "slots" ? "slots" : "commands";
      said.push({ component, state: stateIn(request.messages.map(({ text }) => text)), text: generation.text });
      return generation;
    },
  };
  const understander = createModelUnderstander({
    ...given.understanding,
    model: heard,
    program: given.program,
    time: given.time,
    budget: turnBudget(given.understanding),
    onFailure: ({ code, message: problem, pass }) => {
      if (code === "model.broken") failure ??= code;
      if (code === "model.consent_not_given") refused.push("affirm, because the words of the message are no yes");
      if (code === "model.out_of_budget") refused.push(`the ${pass} pass, which is longer than a turn's tokens allow`);
      if (code === "model.unusable_output") refused.push(`the answer to the ${pass} pass, which was ${problem}`);
    },
  });
  const { commands } = await understander.understand({ message, context });
  if (failure !== null) return { kind: "failed", code: failure };
  const scope = scopeOf(context);
  for (const { component, text } of said) if (component === "commands") refused.push(...droppedIn(text, scope));
  const traces = said.flatMap(({ component, state, text }): readonly Trace[] => {
    const read = readJson(text);
    return read.ok && isObject(read.value) ? [{ component, state, output: read.value }] : [];
  });
  return { kind: "answered", commands, traces, refused, tokens };
};

/** A turn has a deadline as well. A measurement waits for its provider, whose time the budget of the run limits. */
export const turnBudget = ({ tokensPerTurn = 1_000_000 }: UnderstandingOptions) => ({
  milliseconds: 3_600_000,
  tokens: tokensPerTurn,
});

/** The situation as it was shown, the last one: those before it belong to demonstrations. */
const stateIn = (texts: readonly string[]): JsonObject => {
  const all = texts.join("\n");
  const start = all.lastIndexOf("<state>\n");
  const end = all.indexOf("\n</state>", start);
  const read = start < 0 || end < 0 ? null : readJson(all.slice(start + "<state>\n".length, end));
  return read?.ok === true && isObject(read.value) ? read.value : {};
};

/** Commands that named something out of scope or had the wrong shape: the parser drops them. */
const droppedIn = (text: string, scope: Scope): readonly string[] => {
  const read = readJson(text);
  const entries = read.ok && isObject(read.value) ? read.value["commands"] : undefined;
  if (!Array.isArray(entries)) return [];
  const started = entries.flatMap((entry: Json): readonly FlowInScope[] => {
    const found = isObject(entry) ? scope.startable.get(String(entry["flow"])) : undefined;
    return found === undefined ? [] : [found];
  });
  return entries
    .filter((entry: Json) => parseCommand(entry, scope, started) === undefined)
    .map((entry: Json) => `${JSON.stringify(entry).slice(0, 200)}, which is not possible here or malformed`);
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
