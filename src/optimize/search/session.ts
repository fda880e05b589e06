import { createHash } from "node:crypto";
import { backoffDelay } from "../../engine/backoff.ts";
import type { Command } from "../../engine/commands/command.ts";
import { SoniError } from "../../engine/errors.ts";
import { sleep } from "../../engine/time.ts";
import { awaitsLocal } from "../../understand/local-secrets.ts";
import type { PromptProgram } from "../../understand/program.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { type Random, seededRandom } from "../metrics/random.ts";
import { askRow, type Trace } from "./ask-row.ts";
import { type Cost, noCost, timesCost } from "./budget.ts";
import { mayBeShown } from "./demonstrations.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { rowCosts } from "./row-costs.ts";
import type { CandidateRecord, SearchName, SearchOutcome, SearchProblem } from "./search.ts";

/** A row that a program answered, judged. */
export interface Scored {
  readonly row: LabelledRow;
  readonly commands: readonly Command[];
  readonly score: number;
  readonly feedback: readonly string[];
  readonly traces: readonly Trace[];
  readonly tokens: number;
}

export interface NewCandidate {
  readonly program: PromptProgram;
  readonly parents: readonly number[];
  readonly origin: string;
}

/** What a search works with: it asks, counts, remembers and, when it can't go on, ends the search. */
export interface Session {
  readonly problem: SearchProblem;
  readonly random: Random;
  /** Rows that may be shown: none of them is a twin of a row that candidates are chosen on. */
  readonly train: readonly LabelledRow[];
  readonly dev: readonly LabelledRow[];
  /** Judges a program on some rows. Rows that it has answered before cost nothing. */
  score(program: PromptProgram, rows: readonly LabelledRow[]): Promise<readonly Scored[]>;
  /** A text of the writer; null: it refused, or it was cut. */
  write(prompt: string): Promise<string | null>;
  add(candidate: NewCandidate): number;
  /** All dev rows: reserved before it is started. The mean. */
  evaluate(candidate: number): Promise<number>;
  /** Whether the budget is probably enough for so many rows. */
  affords(rows: number): Promise<boolean>;
  /** The search itself sees that the budget is not enough for what comes next. */
  endByBudget(): never;
  candidate(id: number): CandidateRecord;
  candidates(): readonly CandidateRecord[];
  tell(doing: string): void;
  /** Whether the second pass was ever asked: small assistants have none. */
  usesSlots(): boolean;
  /** Rows that took a call so far. A row whose prompts had all been answered before took none. */
  asked(): number;
}

/** Ends a search from inside. It is caught in `runSearch` and nowhere else. */
class SearchEnd extends Error {
  readonly reason: "budget" | "too_many_failures" | "interrupted";
  constructor(reason: SearchEnd["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Somebody has to pay or to correct a key. */
const lasting: ReadonlySet<string> = new Set(["model.misconfigured", "model.quota_exceeded", "model.broken"]);
/** A question that fails as often as this ends the run. With the pauses below, an outage may last a minute and a half. */
const mostFailures = 7;
const pauses = { first: 1_000, longest: 30_000 };
const usualConcurrency = 8;
const writtenTokens = 4_000;
const notEnough = "What is left of the budget is not enough for another full evaluation.";

const openSession = (name: SearchName, problem: SearchProblem): Session & { readonly ledger: Ledger } => {
  const { budget, metric, signal, understanding = {}, concurrency = usualConcurrency } = problem;
  const dev = problem.dev.filter(({ context }) => !awaitsLocal(context));
  const held = new Set(dev.map(({ group }) => group));
  const train = problem.train.filter((row) => mayBeShown(row) && !held.has(row.group));
  begin(name, problem);
  const ledger = openLedger(problem);
  const costs = rowCosts(problem);
  const scores = new Map<string, Map<string, Scored>>();
  const keys = new WeakMap<PromptProgram, string>();
  const added: { readonly candidate: NewCandidate; atCall: number }[] = [];
  let answered = 0;
  let asked = 0;
  let slotsAsked = false;
  let doing = "";

  const scoresOf = (program: PromptProgram): Map<string, Scored> => {
    const key = keys.get(program) ?? hashOf(program);
    keys.set(program, key);
    const found = scores.get(key) ?? new Map<string, Scored>();
    scores.set(key, found);
    return found;
  };
  const end = (reason: SearchEnd["reason"], message: string): never => {
    if (reason === "too_many_failures") ledger.gaveUp();
    throw new SearchEnd(reason, message);
  };
  const checkEnd = (): void => {
    if (signal?.aborted === true) end("interrupted", "It was interrupted.");
    if (ledger.isExhausted) end("budget", "The budget is spent.");
  };
  /** What failed is asked again after a pause, until it has failed too often. */
  const recover = async (codes: readonly string[], failuresInARow: number): Promise<void> => {
    const final = codes.find((code) => lasting.has(code));
    if (final !== undefined) end("too_many_failures", `The provider failed with '${final}'.`);
    if (failuresInARow >= mostFailures)
      end("too_many_failures", `The provider failed ${failuresInARow} times, with '${codes[0] ?? ""}'.`);
    if (!ledger.isLive) return;
    session.tell(`waiting: the provider failed with '${codes[0] ?? ""}'`);
    await sleep(budget.time, backoffDelay(failuresInARow, pauses), signal);
  };

  const judge = async (row: LabelledRow, program: PromptProgram): Promise<Scored | string> => {
    const answer = await askRow(row, { model: ledger.model, program, understanding, time: budget.time });
    if (answer.kind === "failed") return answer.code;
    const { commands, traces, refused, tokens } = answer;
    slotsAsked ||= traces.some(({ component }) => component === "slots");
    const { message, expected, context } = row;
    const { score, feedback } = metric({ message, expected, context, refused, tokens }, commands);
    return { row, commands, score, feedback, traces, tokens };
  };

  const score = async (program: PromptProgram, rows: readonly LabelledRow[]): Promise<readonly Scored[]> => {
    const known = scoresOf(program);
    const most = (await Promise.all(rows.map((row) => costs.most(program, row)))).reduce(largest, noCost);
    const before = { open: rows.filter(({ id }) => !known.has(id)).length, answered: ledger.answered };
    let failures = 0;
    for (;;) {
      const open = rows.filter(({ id }) => !known.has(id));
      if (open.length === 0) break;
      checkEnd();
      // All of a wave is paid for in the worst case: the order of its answers decides nothing.
      const size = roomFor(failures > 0 ? 1 : open.length, most, ledger);
      if (size === 0) end("budget", "The budget is spent.");
      // After a failure, one row at a time shows whether the provider is back.
      const wave = open.slice(0, size);
      const results = await inPool(wave, concurrency, async (row) => {
        const result = await judge(row, program);
        session.tell(doing);
        return result;
      });
      checkEnd();
      const codes = results.filter((result) => typeof result === "string");
      for (const result of results) if (typeof result !== "string") known.set(result.row.id, result);
      answered += results.length - codes.length;
      failures = codes.length === 0 ? 0 : failures + 1;
      if (codes.length > 0) await recover(codes, failures);
    }
    asked += Math.min(before.open, ledger.answered - before.answered);
    return rows.flatMap(({ id }) => known.get(id) ?? []);
  };

  const write = async (prompt: string): Promise<string | null> => {
    for (let failures = 1; ; failures += 1) {
      checkEnd();
      const generation = await ledger.writer.generate({
        messages: [{ role: "user", text: prompt }],
        maxOutputTokens: writtenTokens,
        purpose: "write",
      });
      checkEnd();
      if (generation.ok) return generation.finish === "stop" ? generation.text : null;
      await recover([generation.code], failures);
    }
  };

  const affords = async (program: PromptProgram, rows: number): Promise<boolean> => {
    const [row] = dev;
    if (rows === 0 || row === undefined) return true;
    const { calls, inputTokens, outputTokens, money, minutes } = ledger.spent();
    const soFar: Cost = { calls, tokens: inputTokens + outputTokens, money: money ?? 0 };
    const probable = timesCost(await costs.probable(program, row, { soFar, answered }), rows);
    const time = answered === 0 ? 0 : (minutes / answered) * rows;
    return ledger.hasRoom(probable) && minutes + time <= (budget.limits.minutes ?? Number.POSITIVE_INFINITY);
  };

  const record = (id: number): CandidateRecord => {
    const entry = added[id];
    if (entry === undefined) throw new RangeError(`There is no candidate ${id}.`);
    const { candidate, atCall } = entry;
    const known = scoresOf(candidate.program);
    const judged = dev.flatMap((row) => known.get(row.id) ?? []);
    const mean = (value: (each: Scored) => number): number =>
      judged.reduce((sum, each) => sum + value(each), 0) / judged.length;
    return {
      id,
      ...candidate,
      scores: Object.fromEntries(judged.map(({ row, score: value }) => [row.id, value])),
      // Two candidates may be the same program: what one was asked, the other knows.
      full: judged.length === dev.length ? mean((each) => each.score) : null,
      tokens: judged.length === 0 ? null : mean((each) => each.tokens),
      atCall,
    };
  };
  const candidates = (): readonly CandidateRecord[] => added.map((_, id) => record(id));

  const session: Session & { readonly ledger: Ledger } = {
    problem,
    random: seededRandom(`${name}|${problem.seed}`),
    train,
    dev,
    ledger,
    score,
    write,
    add(candidate) {
      added.push({ candidate, atCall: ledger.spent().calls });
      return added.length - 1;
    },
    affords: (rows) => affords(problem.program, rows),
    endByBudget: () => end("budget", notEnough),
    async evaluate(id) {
      const { program } = record(id);
      const known = scoresOf(program);
      if (!(await affords(program, dev.filter((row) => !known.has(row.id)).length))) end("budget", notEnough);
      session.tell(`full evaluation of candidate ${id}`);
      await score(program, dev);
      Object.assign(added[id] ?? {}, { atCall: ledger.spent().calls });
      session.tell(`candidate ${id} is evaluated`);
      return record(id).full ?? 0;
    },
    candidate: record,
    candidates,
    tell(what) {
      doing = what;
      if (problem.onProgress === undefined) return;
      const all = candidates();
      problem.onProgress({
        doing,
        spent: ledger.spent(),
        candidates: all.length,
        present: all[0]?.full ?? null,
        best: bestOf(all)?.full ?? null,
      });
    },
    usesSlots: () => slotsAsked,
    asked: () => asked,
  };
  return session;
};

/** The highest mean over all dev rows; among equals the one with fewer tokens, then the first. */
export const bestOf = (candidates: readonly CandidateRecord[]): CandidateRecord | null =>
  candidates
    .filter(({ full }) => full !== null)
    .reduce<CandidateRecord | null>((best, each) => {
      if (best === null) return each;
      const [score, least] = [(each.full ?? 0) - (best.full ?? 0), (best.tokens ?? 0) - (each.tokens ?? 0)];
      return score > 0 || (score === 0 && least > 0) ? each : best;
    }, null);

/** Runs a search: the present program is candidate 0 and evaluated first, and whatever ends the search, the best so far counts. */
export const runSearch = async (
  name: SearchName,
  problem: SearchProblem,
  body: (session: Session) => Promise<void>,
): Promise<SearchOutcome> => {
  const session = openSession(name, problem);
  const outcome = (ended: "finished" | "budget"): SearchOutcome => {
    const candidates = session.candidates();
    const best = bestOf(candidates);
    const spent = session.ledger.spent();
    return best === null
      ? { ok: false, reason: "budget_too_small", message: "The budget does not cover one full evaluation.", spent }
      : { ok: true, best, candidates, spent, ended };
  };
  try {
    await session.evaluate(session.add({ program: problem.program, parents: [], origin: "present" }));
    await body(session);
    return outcome("finished");
  } catch (error) {
    if (!(error instanceof SearchEnd)) throw error;
    const { reason, message } = error;
    return reason === "budget" ? outcome("budget") : { ok: false, reason, message, spent: session.ledger.spent() };
  }
};

/** A journal belongs to one problem: with other rows, another program or another model its answers mean nothing. */
const begin = (name: SearchName, { journal, ...problem }: SearchProblem): void => {
  const { program, train, dev, student, writer, effort, seed } = problem;
  const { scorer: _, ...understanding } = problem.understanding ?? {};
  const ids = [train, dev].map((rows) => rows.map(({ id }) => id));
  const hash = hashOf([name, program, ids, student.name, writer.name, effort, seed, understanding]);
  const start = journal.lines.find((line) => line.kind === "start");
  if (start === undefined) journal.append({ kind: "start", search: name, problem: hash });
  else if (start.problem !== hash)
    throw new SoniError(
      "optimize.other_run",
      "The journal is of another run: rows, program, models, search, effort or seed have changed. Start a new one.",
    );
};

const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

const largest = (a: Cost, b: Cost): Cost => ({
  calls: Math.max(a.calls, b.calls),
  tokens: Math.max(a.tokens, b.tokens),
  money: Math.max(a.money, b.money),
});

/** How many of the wanted there is room for, by halves: the exact number does not matter, only that it is safe. */
const roomFor = (wanted: number, { calls, tokens, money }: Cost, ledger: Ledger): number => {
  let size = wanted;
  while (size > 0 && !ledger.hasRoom({ calls: calls * size, tokens: tokens * size, money: money * size }))
    size = Math.floor(size / 2);
  return size;
};

const inPool = async <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let at = next; at < items.length; at = next) {
      next += 1;
      results[at] = await work(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run));
  return results;
};
