import { performance } from "node:perf_hooks";
import { measure } from "./measure.ts";
import { openBenchKnowledge, openBenchVectors } from "./open-bench.ts";
import { plainKeywordsFirst } from "./plain-keywords.ts";
import { readQuestions } from "./questions.ts";

const vectors = await openBenchVectors();
if (vectors === null) console.log("The vectors' package is not installed: keywords only.");
const contenders = [
  ["hybrid, with the author's words", "hybrid", true],
  ["keywords, with the author's words", "keywords", true],
  ["hybrid", "hybrid", false],
  ["keywords", "keywords", false],
  ["vectors", "vectors", false],
] as const;
const table: Record<string, Record<string, string>> = {};
for (const set of ["questions", "calibration", "development", "indirect"] as const) {
  const questions = readQuestions(set);
  for (const [name, mode, words] of vectors === null ? contenders.slice(1, 2) : contenders) {
    const knowledge = await openBenchKnowledge(mode, { vectors, words });
    const started = performance.now();
    const figures = await measure(knowledge, questions);
    const milliseconds = (performance.now() - started) / questions.length;
    await knowledge.close();
    table[`${set}: ${name}`] = {
      "right passage first %": figures.rightFirst.toFixed(1),
      "first and shown %": figures.rightShown.toFixed(1),
      "wrong one shown %": figures.wrongShown.toFixed(1),
      "unanswerable refused %": figures.refused.toFixed(1),
      "ms each (vectors cached)": milliseconds.toFixed(1),
    };
  }
  table[`${set}: plain BM25`] = { "right passage first %": (await plainKeywordsFirst(questions)).toFixed(1) };
}
console.table(table);
console.log(`
Weights were fitted on
\`calibration\`, \`development\` and \`indirect\`, whose figures stand here only to show how much was fitted. The author's words
(tests/knowledge/documents/words.yaml) were written beside these passages, as an author writes them beside their own;
without them, expect the rows without. "keywords" has the built-in word lists; plain BM25 is SQLite's own ranking.`);
