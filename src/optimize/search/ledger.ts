import { createHash } from "node:crypto";
import type { GenerateRequest, Generation, LanguageModel } from "../../model/language-model.ts";
import {
  addCost,
  addSpent,
  attemptsOf,
  type Budget,
  type Cost,
  hasRoom,
  mostInput,
  mostOutput,
  noCost,
  nothingSpent,
  priceOf,
  type Spent,
} from "./budget.ts";
import type { Journal, JournalLine } from "./journal.ts";

type Happened = Extract<JournalLine, { readonly kind: "answer" | "failure" }>;
type Answered = Extract<JournalLine, { readonly kind: "answer" }>;

/** All calls of a search go through it: each is paid for once, written down, and counted. */
export interface Ledger {
  spent(): Spent;
  /** There is room for this much, and time is left. */
  hasRoom(more: Cost): boolean;
  /** A call was not made, because it might have cost more than is left. */
  readonly isExhausted: boolean;
  /** Different questions that have an answer. */
  readonly answered: number;
  /** Nothing is left in the journal that has not been used yet: what happens now happens for the first time. */
  readonly isLive: boolean;
  /** The model, behind the journal and the limits. */
  readonly model: LanguageModel;
  readonly writer: LanguageModel;
  /** Failures ended the run. */
  gaveUp(): void;
}

export interface LedgerOptions {
  readonly budget: Budget;
  readonly journal: Journal;
  readonly student: LanguageModel;
  readonly writer: LanguageModel;
  readonly signal?: AbortSignal;
}

/**
 * What the journal knows is taken from it in the order in which it happened, failures included, so that a run that is resumed makes
 * the same choices. Time is that of the last answer, not that of the clock: it is the same when the run is read again.
 */
export const openLedger = ({ budget, journal, student, writer, signal }: LedgerOptions): Ledger => {
  const { limits, time, prices } = budget;
  const known = happenedBefore(journal.lines);
  const answers = new Map<string, Answered>();
  const asking = new Map<string, Promise<Generation>>();
  const workedBefore = Math.max(0, ...journal.lines.map((line) => ("elapsed" in line ? line.elapsed : 0)));
  const startedAt = time.now();
  const elapsed = (): number => workedBefore + time.now() - startedAt;
  const deadline = limits.minutes === undefined ? undefined : startedAt + limits.minutes * 60_000 - workedBefore;
  let spent = nothingSpent;
  let reserved = noCost;
  let isExhausted = false;
  let left = [...known.lines.values()].reduce((sum, lines) => sum + lines.length, 0);

  const book = (line: Happened, call: { readonly model: LanguageModel; readonly isWriter: boolean }): void => {
    const usage = line.kind === "answer" ? line.usage : null;
    const more = addSpent(spent, { ...call, usage, attempts: line.attempts }, prices);
    spent = { ...more, minutes: Math.max(spent.minutes, line.elapsed / 60_000) };
  };
  const isInTime = (): boolean => limits.minutes === undefined || spent.minutes < limits.minutes;
  const fits = (more: Cost): boolean => isInTime() && hasRoom(spent, addCost(reserved, more), limits);

  const ask = async (model: LanguageModel, request: GenerateRequest, key: string): Promise<Happened | Generation> => {
    const [input, output] = [mostInput(request), mostOutput(model, request, budget)];
    const most: Cost = {
      calls: attemptsOf(budget),
      tokens: input + output,
      money: priceOf(model, { input, output }, budget),
    };
    if (!fits(most)) {
      isExhausted = true;
      return { ok: false, code: "model.cancelled", message: "The budget has no room for this call.", attempts: 0 };
    }
    reserved = addCost(reserved, most);
    const latest = Math.min(request.deadline ?? Number.POSITIVE_INFINITY, deadline ?? Number.POSITIVE_INFINITY);
    const generation = withoutBlanks(
      await model.generate({
        ...request,
        ...(Number.isFinite(latest) ? { deadline: latest } : {}),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    reserved = addCost(reserved, { calls: -most.calls, tokens: -most.tokens, money: -most.money });
    // What the end of the run cut off says nothing about the provider.
    if (!generation.ok && signal?.aborted === true) return generation;
    const { attempts } = generation;
    const line: Happened = generation.ok
      ? { kind: "answer", key, ...pick(generation), attempts, elapsed: elapsed() }
      : { kind: "failure", key, code: generation.code, attempts, elapsed: elapsed() };
    journal.append(line);
    return line;
  };

  const wrap = (model: LanguageModel, isWriter: boolean): LanguageModel => ({
    name: model.name,
    samples: model.samples,
    generate(request) {
      const key = keyOf(request, model.name);
      const answer = answers.get(key);
      if (answer !== undefined) return Promise.resolve(generationOf(answer));
      const pending = asking.get(key);
      if (pending !== undefined) return pending;
      const question = (async (): Promise<Generation> => {
        for (const line of known.givenUp.get(key) ?? []) book(line, { model, isWriter });
        known.givenUp.delete(key);
        const before = known.lines.get(key)?.shift();
        if (before !== undefined) left -= 1;
        const happened = before ?? (await ask(model, request, key));
        if (!("kind" in happened)) return happened;
        book(happened, { model, isWriter });
        if (happened.kind === "answer") answers.set(key, happened);
        return generationOf(happened);
      })();
      asking.set(key, question);
      return question.finally(() => asking.delete(key));
    },
  });

  return {
    spent: () => spent,
    hasRoom: fits,
    get isExhausted() {
      return isExhausted;
    },
    get answered() {
      return answers.size;
    },
    get isLive() {
      return left === 0;
    },
    model: wrap(student, false),
    writer: wrap(writer, true),
    gaveUp: () => journal.append({ kind: "gave_up" }),
  };
};

/** An answer without any text is the provider's fault, not what a program makes a model say. */
const withoutBlanks = (generation: Generation): Generation =>
  generation.ok && generation.text.trim() === ""
    ? { ok: false, code: "model.bad_response", message: "The answer is empty.", attempts: generation.attempts }
    : generation;

/** By question. Failures before a run gave up are counted, and not met again. */
const happenedBefore = (lines: readonly JournalLine[]) => {
  const end = lines.findLastIndex(({ kind }) => kind === "gave_up");
  const happened = new Map<string, Happened[]>();
  const givenUp = new Map<string, Happened[]>();
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "answer" && line.kind !== "failure") continue;
    const into = index < end && line.kind === "failure" ? givenUp : happened;
    into.set(line.key, [...(into.get(line.key) ?? []), line]);
  }
  return { lines: happened, givenUp };
};

const pick = ({ text, finish, usage }: Extract<Generation, { readonly ok: true }>) => ({ text, finish, usage });

const generationOf = (line: Happened): Generation =>
  line.kind === "answer"
    ? { ok: true, text: line.text, finish: line.finish, usage: line.usage, attempts: line.attempts }
    : { ok: false, code: line.code, message: "The provider did not answer.", attempts: line.attempts };

/** Everything that is sent. The deadline is not: it says when, not what. */
const keyOf = ({ messages, schema, maxOutputTokens }: GenerateRequest, model: string): string =>
  createHash("sha256")
    .update(
      JSON.stringify([model, messages.map(({ role, text }) => [role, text]), schema ?? null, maxOutputTokens ?? 0]),
    )
    .digest("base64url")
    .slice(0, 22);
