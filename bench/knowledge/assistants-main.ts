import { type AskedQuestion, openAssistants, readAsked, readLater } from "./assistants.ts";
import { openBenchVectors } from "./open-bench.ts";

/**
 * 100 questions and 25 follow-ups over four assistants, and 124 questions over five that were written later. `--rows` also prints what
 * went wrong, for the development half and the later ones only.
 */
const withRows = process.argv.includes("--rows");
const vectors = await openBenchVectors();
const bases = await openAssistants(vectors);
const table: Record<string, Record<string, string>> = {};
const both: Verdict[] = [];
for (const half of ["development", "held_out"] as const) {
  const verdicts: Verdict[] = [];
  for (const question of readAsked(half)) verdicts.push(await judge(question));
  if (withRows && half === "development") printRows(verdicts);
  table[half] = figures(verdicts);
  both.push(...verdicts);
}
table["both"] = figures(both);
const afterwards: Verdict[] = [];
for (const question of readLater()) afterwards.push(await judge(question));
if (withRows) printRows(afterwards);
table["five later assistants"] = figures(afterwards);
console.table(table);
for (const base of bases.values()) await base.close();

interface Verdict {
  readonly question: AskedQuestion;
  readonly first: string | null;
  readonly shown: string | null;
  readonly confidence: number;
}

async function judge(question: AskedQuestion): Promise<Verdict> {
  const base = bases.get(question.assistant);
  if (base === undefined) throw new Error(`No assistant '${question.assistant}'.`);
  const before = question.before === null ? [] : [question.before];
  const [first] = await base.rank(question.ask, before);
  const [shown] = await base.search(question.ask, { limit: 1, before });
  return {
    question,
    first: first?.passage.source ?? null,
    shown: shown?.source ?? null,
    confidence: first?.confidence ?? 0,
  };
}

function figures(verdicts: readonly Verdict[]): Record<string, string> {
  const alone = verdicts.filter(({ question }) => question.before === null);
  const followUps = verdicts.filter(({ question }) => question.before !== null);
  const answerable = alone.filter(({ question }) => question.passages.length > 0);
  const unanswerable = alone.filter(({ question }) => question.passages.length === 0);
  const right = (place: "first" | "shown") => (verdict: Verdict) => isRight(verdict.question, verdict[place]);
  return {
    "right passage first": share(answerable, right("first")),
    "right passage shown": share(answerable, right("shown")),
    "wrongly abstained": share(answerable, ({ shown }) => shown === null),
    "rightly abstained": share(unanswerable, ({ shown }) => shown === null),
    "wrong passage shown (of all)": share(alone, ({ question, shown }) => shown !== null && !isRight(question, shown)),
    "follow-ups: right first": share(followUps, right("first")),
    "follow-ups: right shown": share(followUps, right("shown")),
  };
}

function isRight({ passages }: AskedQuestion, source: string | null): boolean {
  return source !== null && passages.includes(source);
}

function share(all: readonly Verdict[], test: (verdict: Verdict) => boolean): string {
  const count = all.filter(test).length;
  return all.length === 0 ? "" : `${((100 * count) / all.length).toFixed(1)}% (${count}/${all.length})`;
}

function printRows(verdicts: readonly Verdict[]): void {
  for (const { question, first, shown, confidence } of verdicts) {
    const ok = question.passages.length === 0 ? shown === null : isRight(question, shown);
    if (!ok) {
      const wanted = question.passages[0] ?? "nothing";
      console.log(`${question.assistant}: ${question.before ?? ""} / ${question.ask}`);
      console.log(`    wanted ${wanted}, first ${first}, shown ${shown}, confidence ${confidence.toFixed(2)}`);
    }
  }
}
