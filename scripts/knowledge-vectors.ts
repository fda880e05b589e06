import { rmSync } from "node:fs";
import { measure } from "../bench/knowledge/measure.ts";
import { openBenchKnowledge, openBenchVectors, storedVectors } from "../bench/knowledge/open-bench.ts";
import { readQuestions } from "../bench/knowledge/questions.ts";

/** Writes the vectors that tests/knowledge reads; run it when the documents, the questions or the model change. */
rmSync(storedVectors, { recursive: true, force: true });
const vectors = await openBenchVectors(storedVectors);
if (vectors === null) throw new Error("The package of the sentence vectors is not installed.");
const knowledge = await openBenchKnowledge("hybrid", { vectors, words: true });
await measure(knowledge, readQuestions("questions"));
await knowledge.close();
console.log(`Vectors of ${vectors.model} written to ${storedVectors}.`);
