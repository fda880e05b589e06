import type { PromptProgram } from "../../understand/program.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { shuffled } from "../metrics/random.ts";
import { type Component, components } from "./ask-row.ts";
import { faultOf } from "./demonstration-sets.ts";
import { findMerge, mergeKey, mergeRows } from "./merge.ts";
import { fewRows, miniBatch, miproSizes, trialCount, trialsPerEvaluation } from "./mipro.ts";
import { type ScoreTable, sampleParent, undominated } from "./pareto.ts";
import { reflectedInstruction } from "./propose.ts";
import type { Effort, Search } from "./search.ts";
import { runSearch, type Scored, type Session } from "./session.ts";

/** Rows that are reflected on at once, and on which a child must be better than its parent. */
export const reflectedRows = 3;
const mergeTestRows = 5;
const mostMerges = 5;

/** Rows that may be asked in all: what MIPROv2 would use at the same effort, as in DSPy. */
export const rollouts = (effort: Effort, devRows: number): number => {
  const { sets } = miproSizes[effort];
  const trials = trialCount(2 * components.length, sets);
  const batch = devRows > fewRows ? miniBatch : devRows;
  return devRows + 5 * sets + trials * batch + (Math.floor((trials + 1) / trialsPerEvaluation) + 1) * devRows;
};

/**
 * GEPA (Agrawal et al. 2025): instructions that evolve by reflection on what went wrong. Candidates that are best on some row are the
 * parents, and lines that improved different parts are merged.
 */
export const gepa: Search = (problem) =>
  runSearch("gepa", problem, async (session) => {
    const { dev } = session;
    const batches = epochs(session);
    const pool = openPool(session);
    const merges = openMerges(session, pool);
    let left = rollouts(problem.effort, dev.length) - dev.length;
    while (left >= 2 * reflectedRows + dev.length) {
      if (!(await session.affords(2 * reflectedRows + dev.length))) return session.endByBudget();
      const merged = await merges.attempt();
      left -= merged ?? (await reflect(session, pool, batches));
      if (merged === null && pool.hasGrown()) merges.schedule();
    }
  });

/** Candidates that were evaluated in full, and which part of each is reflected on next. */
interface Pool {
  readonly ids: () => readonly number[];
  scores(): ScoreTable;
  /** Evaluates a child in full and takes it in. */
  add(child: {
    readonly program: PromptProgram;
    readonly parents: readonly number[];
    readonly origin: string;
  }): Promise<void>;
  /** The parts in their turn, beginning with the one whose turn it is. */
  turns(id: number): readonly Component[];
  took(id: number, part: Component): void;
  /** Whether something was added since it was asked last. */
  hasGrown(): boolean;
}

const openPool = (session: Session): Pool => {
  const next = new Map<number, number>([[0, 0]]);
  let grown = false;
  return {
    ids: () => [...next.keys()],
    scores: () =>
      [...next.keys()].map((id) => {
        const { scores } = session.candidate(id);
        return session.dev.map((row) => scores[row.id] ?? 0);
      }),
    async add(child) {
      const id = session.add(child);
      await session.evaluate(id);
      next.set(id, Math.max(...child.parents.map((parent) => next.get(parent) ?? 0)));
      grown = true;
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

/** One step: a parent, a few rows, a new instruction for one part, and a full evaluation if it did better on these rows. */
const reflect = async (session: Session, pool: Pool, batches: ReturnType<typeof epochs>): Promise<number> => {
  const parent = pool.ids()[sampleParent(pool.scores(), session.random)] ?? 0;
  const { program } = session.candidate(parent);
  const rows = batches.next();
  const before = await session.score(program, rows);
  const faults = new Set(before.map(faultOf));
  // A part that did nothing wrong on these rows has nothing to learn from them: the turn passes to the next.
  const part = pool.turns(parent).find((each) => faults.has(each));
  if (part === undefined) return rows.length;
  pool.took(parent, part);
  session.tell(`reflecting on ${part} of candidate ${parent}`);
  const scored = before.filter((each) => part !== "slots" || each.traces.some(({ component }) => component === part));
  const instruction = await reflectedInstruction(session, {
    component: part,
    instruction: program[part].instruction,
    scored: scored.filter((each) => faultOf(each) === null || faultOf(each) === part),
  });
  if (instruction === null) return rows.length;
  const child = { ...program, [part]: { ...program[part], instruction } };
  const after = await session.score(child, rows);
  if (sumOf(after) <= sumOf(before)) return 2 * rows.length;
  await pool.add({ program: child, parents: [parent], origin: `reflection on ${part}` });
  return 2 * rows.length + session.dev.length;
};

/** After each new candidate one merge is due, until some have been made. */
const openMerges = (session: Session, pool: Pool) => {
  const { random, dev } = session;
  const tried = new Set<string>();
  let due = 0;
  let made = 0;
  let isNew = false;
  return {
    schedule(): void {
      isNew = true;
      if (made < mostMerges) due += 1;
    },
    /** Rows that it asked; null: there was nothing to merge. */
    async attempt(): Promise<number | null> {
      if (due === 0 || !isNew) return null;
      isNew = false;
      const ids = pool.ids();
      const scores = pool.scores();
      const places = new Map(ids.map((id, place) => [id, place]));
      const lines = ids.map((id) => {
        const { program, parents, full } = session.candidate(id);
        const texts = { commands: program.commands.instruction, slots: program.slots.instruction };
        return { texts, parents: parents.map((parent) => places.get(parent) ?? 0), mean: full ?? 0 };
      });
      const merge = findMerge(lines, undominated(scores), { tried, random });
      if (merge === null) return null;
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
          rows.flatMap((row) => dev[row] ?? []),
        ),
      );
      const best = Math.max(...[first, second].map((of) => rows.reduce((sum, row) => sum + (of[row] ?? 0), 0)));
      if (after < best) return rows.length;
      await pool.add({ program: child, parents, origin: `merge of ${parents.join(" and ")}` });
      pool.hasGrown();
      due -= 1;
      made += 1;
      return rows.length + dev.length;
    },
  };
};
