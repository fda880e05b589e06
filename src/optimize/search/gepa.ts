import type { PromptProgram } from "../../understand/program.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { shuffled } from "../metrics/random.ts";
import { type Component, components } from "./ask-row.ts";
import { faultOf, kindOf, perfect } from "./demonstration-sets.ts";
import { findMerge, mergeKey, mergeRows } from "./merge.ts";
import { fewRows, miniBatch, miproSizes, trialCount, trialsPerEvaluation } from "./mipro.ts";
import { meanOf, type ScoreTable, sampleParent, undominated } from "./pareto.ts";
import { reflectedInstruction } from "./propose.ts";
import type { Effort, Search } from "./search.ts";
import { type NewCandidate, runSearch, type Scored, type Session } from "./session.ts";

/** Rows that are reflected on at once, and on which a child must be better than its parent. */
export const reflectedRows = 3;
const mergeTestRows = 5;
const mostMerges = 5;

/** Rows by which parents are chosen: the paper's Pareto set. With few dev rows it is all of them. */
export const paretoRows = (devRows: number): number => (devRows > fewRows ? miniBatch : devRows);

const trials = (effort: Effort): number => trialCount(2 * components.length, miproSizes[effort].sets);

/** Candidates that are evaluated on all dev rows, the present one not counted: as many as MIPROv2 would evaluate. */
const fullEvaluations = (effort: Effort): number => Math.floor((trials(effort) + 1) / trialsPerEvaluation) + 1;

/** Rows that may be asked in all: what MIPROv2 would use at the same effort, as in DSPy. */
export const rollouts = (effort: Effort, devRows: number): number =>
  devRows + 5 * miproSizes[effort].sets + trials(effort) * paretoRows(devRows) + fullEvaluations(effort) * devRows;

/** Instructions that are written at most: if none of them led to a candidate, all rows would be asked for them. */
export const mostReflections = (effort: Effort, devRows: number): number =>
  (rollouts(effort, devRows) - devRows - fullEvaluations(effort) * (devRows - paretoRows(devRows))) /
  (2 * reflectedRows);

/**
 * GEPA (Agrawal et al. 2025): instructions that evolve by reflection on what went wrong. Candidates that are best on some row are the
 * parents, and lines that improved different parts are merged. Parents are chosen by a part of the dev rows, so that most of the budget
 * is left for new candidates. Now and then the best of them is evaluated on all dev rows: only that can win.
 */
export const gepa: Search = (problem) =>
  runSearch("gepa", problem, async (session) => {
    const most = rollouts(problem.effort, session.dev.length);
    const batches = epochs(session);
    const pool = openPool(session);
    const merges = openMerges(session, pool);
    const aStep = 2 * reflectedRows + pool.rows.length;
    const theRest = session.dev.length - pool.rows.length;
    let due = fullEvaluations(problem.effort);
    let found = 0;
    // A step whose rows were all asked before takes no row of the budget, but a text of the writer. Therefore the steps are limited too.
    const mostSteps = most / (2 * reflectedRows);
    for (let step = 0; step < mostSteps && session.asked() + aStep + due * theRest <= most; step += 1) {
      if (!(await session.affords(aStep + theRest))) {
        await pool.evaluateBest();
        return session.endByBudget();
      }
      if (await merges.attempt()) continue;
      await reflect(session, pool, batches);
      if (!pool.hasGrown()) continue;
      merges.schedule();
      found += 1;
      if (found % trialsPerEvaluation > 0 || due === 1) continue;
      due -= 1;
      await pool.evaluateBest();
    }
    while (session.asked() + theRest <= most) if (!(await pool.evaluateBest())) return;
  });

/** Candidates that were scored on the Pareto set, and which part of each is reflected on next. */
interface Pool {
  /** The Pareto set. */
  readonly rows: readonly LabelledRow[];
  readonly ids: () => readonly number[];
  scores(): ScoreTable;
  /** Scores a child on the Pareto set and takes it in. */
  add(child: NewCandidate): Promise<void>;
  /** Of the candidates without a full evaluation, the best one gets it. False: there is none. */
  evaluateBest(): Promise<boolean>;
  /** The parts in their turn, beginning with the one whose turn it is. */
  turns(id: number): readonly Component[];
  took(id: number, part: Component): void;
  /** Whether something was added since it was asked last. */
  hasGrown(): boolean;
}

/** Rows that are like all dev rows: in the same mix of kinds, and of rows that the present program understands. */
const paretoSet = ({ dev, random, candidate }: Session): readonly LabelledRow[] => {
  const count = paretoRows(dev.length);
  if (count === dev.length) return dev;
  const { scores } = candidate(0);
  const byKind = shuffled(dev, random)
    .map((row) => ({ row, kind: `${kindOf(row)} ${scores[row.id] ?? 0}` }))
    .sort((a, b) => (a.kind < b.kind ? -1 : Number(a.kind > b.kind)));
  return Array.from(
    { length: count },
    (_, place) => byKind[Math.floor(((place + 0.5) * dev.length) / count)]?.row,
  ).filter((row) => row !== undefined);
};

const openPool = (session: Session): Pool => {
  const { dev } = session;
  const rows = paretoSet(session);
  const next = new Map<number, number>([[0, 0]]);
  let grown = false;
  const ids = (): readonly number[] => [...next.keys()];
  const scoresOf = (id: number): readonly number[] => {
    const { scores } = session.candidate(id);
    return rows.map((row) => scores[row.id] ?? 0);
  };
  return {
    rows,
    ids,
    scores: () => ids().map(scoresOf),
    async add(child) {
      const id = session.add(child);
      if (rows.length === dev.length) await session.evaluate(id);
      else await session.score(child.program, rows);
      next.set(id, Math.max(...child.parents.map((parent) => next.get(parent) ?? 0)));
      grown = true;
    },
    async evaluateBest() {
      const open = ids().filter((id) => session.candidate(id).full === null);
      // Of equals the latest: it was better than its parent on the rows that it was made of.
      const [best] = open.toSorted((a, b) => meanOf(scoresOf(b)) - meanOf(scoresOf(a)) || b - a);
      if (best === undefined) return false;
      await session.evaluate(best);
      return true;
    },
    turns: (id) => components.map((_, offset) => partAt((next.get(id) ?? 0) + offset)),
    took: (id, part) => void next.set(id, components.indexOf(part) + 1),
    hasGrown() {
      const had = grown;
      grown = false;
      return had;
    },
  };
};

const partAt = (place: number): Component => components[place % components.length] ?? "commands";

/** All training rows in random order, a few at a time, then again in another order. */
const epochs = ({ train, random }: Session) => {
  let left: LabelledRow[] = [];
  return {
    next(): readonly LabelledRow[] {
      if (left.length < reflectedRows) left = [...left, ...shuffled(train, random)];
      return left.splice(0, reflectedRows);
    },
  };
};

const sumOf = (scored: readonly Scored[]): number => scored.reduce((sum, { score }) => sum + score, 0);

/** One step: a parent, a few rows, a new instruction for one part, and a place in the pool if it did better on these rows. */
const reflect = async (session: Session, pool: Pool, batches: ReturnType<typeof epochs>): Promise<void> => {
  const parent = pool.ids()[sampleParent(pool.scores(), session.random)] ?? 0;
  const { program } = session.candidate(parent);
  const rows = batches.next();
  const before = await session.score(program, rows);
  const faults = new Set(before.map(faultOf));
  // A part that did nothing wrong on these rows has nothing to learn from them: the turn passes to the next.
  const part = pool.turns(parent).find((each) => faults.has(each));
  if (part === undefined) return;
  pool.took(parent, part);
  session.tell(`reflecting on ${part} of candidate ${parent}`);
  const scored = before.filter((each) => part !== "slots" || each.traces.some(({ component }) => component === part));
  const instruction = await reflectedInstruction(session, {
    component: part,
    instruction: program[part].instruction,
    scored: scored.filter((each) => faultOf(each) === null || faultOf(each) === part),
  });
  if (instruction === null) return;
  const child = { ...program, [part]: { ...program[part], instruction } };
  if (await isBetter(session, child, before))
    await pool.add({ program: child, parents: [parent], origin: `reflection on ${part}` });
};

/** On the same rows. Those that were right before come last: on them a child can only lose, so they do not matter unless it gained. */
const isBetter = async (session: Session, child: PromptProgram, before: readonly Scored[]): Promise<boolean> => {
  const rowsOf = (scored: readonly Scored[]) => scored.map(({ row }) => row);
  const wrong = before.filter(({ score }) => score < perfect);
  if (sumOf(await session.score(child, rowsOf(wrong))) <= sumOf(wrong)) return false;
  return sumOf(await session.score(child, rowsOf(before))) > sumOf(before);
};

/** After each new candidate one merge is due, until some have been made. */
const openMerges = (session: Session, pool: Pool) => {
  const { random } = session;
  const tried = new Set<string>();
  let due = 0;
  let made = 0;
  let isNew = false;
  return {
    schedule(): void {
      isNew = true;
      if (made < mostMerges) due += 1;
    },
    /** False: there was nothing to merge. */
    async attempt(): Promise<boolean> {
      if (due === 0 || !isNew) return false;
      isNew = false;
      const ids = pool.ids();
      const scores = pool.scores();
      const places = new Map(ids.map((id, place) => [id, place]));
      const lines = ids.map((id, place) => {
        const { program, parents } = session.candidate(id);
        const texts = { commands: program.commands.instruction, slots: program.slots.instruction };
        return { texts, parents: parents.map((parent) => places.get(parent) ?? 0), mean: meanOf(scores[place] ?? []) };
      });
      const merge = findMerge(lines, undominated(scores), { tried, random });
      if (merge === null) return false;
      tried.add(mergeKey(merge));
      const parents = merge.pair.map((place) => ids[place] ?? 0);
      const program = (part: Component) => session.candidate(ids[merge.from[part]] ?? 0).program[part];
      const child = { ...session.problem.program, commands: program("commands"), slots: program("slots") };
      const [first, second] = merge.pair.map((place) => scores[place] ?? []) as [readonly number[], readonly number[]];
      const rows = mergeRows([first, second], mergeTestRows, random);
      session.tell(`merging candidates ${parents.join(" and ")}`);
      const after = sumOf(
        await session.score(
          child,
          rows.flatMap((row) => pool.rows[row] ?? []),
        ),
      );
      const best = Math.max(...[first, second].map((of) => rows.reduce((sum, row) => sum + (of[row] ?? 0), 0)));
      if (after < best) return true;
      await pool.add({ program: child, parents, origin: `merge of ${parents.join(" and ")}` });
      pool.hasGrown();
      due -= 1;
      made += 1;
      return true;
    },
  };
};
