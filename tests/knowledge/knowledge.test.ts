import { describe, expect, it } from "vitest";
import { measure } from "../../bench/knowledge/measure.ts";
import { openBenchKnowledge, openBenchVectors } from "../../bench/knowledge/open-bench.ts";
import { plainKeywordsFirst } from "../../bench/knowledge/plain-keywords.ts";
import { documentSources, documentsFolder, readQuestions } from "../../bench/knowledge/questions.ts";
import { listSourceFiles, readChunks } from "../../src/digress/knowledge/read-sources.ts";

const questions = readQuestions("questions");
const chosenOn = (["calibration", "development", "indirect"] as const).flatMap(readQuestions);

describe("the documents and questions", () => {
  it("are enough of each, and every right passage exists", async () => {
    const files = await listSourceFiles(documentsFolder, documentSources);
    const places = new Set((await readChunks(documentsFolder, files)).map(({ source }) => source));
    expect(places.size).toBeGreaterThanOrEqual(300);
    expect(questions).toHaveLength(120);
    expect(questions.filter(({ passages }) => passages.length === 0)).toHaveLength(30);
    const wanted = [...questions, ...chosenOn].flatMap(({ passages }) => passages);
    expect(wanted.filter((place) => !places.has(place))).toEqual([]);
  });

  it("don't share a question with those that weights were chosen on", () => {
    const seen = new Set(chosenOn.map(({ ask }) => ask.toLowerCase()));
    expect(questions.filter(({ ask }) => seen.has(ask.toLowerCase()))).toEqual([]);
  });
});

describe("searching 359 passages", () => {
  it("by keywords finds far more than plain keyword ranking, and refuses what is not there", async () => {
    const knowledge = await openBenchKnowledge("keywords", { vectors: null, words: false });
    const figures = await measure(knowledge, questions);
    await knowledge.close();
    expect(figures.rightFirst).toBeGreaterThan(65);
    expect(figures.rightFirst).toBeGreaterThan(1.5 * (await plainKeywordsFirst(questions)));
    expect(figures.refused).toBeGreaterThanOrEqual(80);
  });

  // The first run embeds 1,197 texts; the cache makes later ones quick.
  it("by keywords and vectors together is better than by either", { timeout: 1_800_000 }, async () => {
    const vectors = await openBenchVectors();
    if (vectors === null) throw new Error("The vectors' package is not installed.");
    const found = async (mode: "hybrid" | "keywords" | "vectors", words: boolean) => {
      const knowledge = await openBenchKnowledge(mode, { vectors, words });
      const figures = await measure(knowledge, questions);
      await knowledge.close();
      return figures;
    };
    const hybrid = await found("hybrid", false);
    expect(hybrid.rightFirst).toBeGreaterThanOrEqual(85);
    expect(hybrid.refused).toBeGreaterThanOrEqual(80);
    const alone = [await found("keywords", false), await found("vectors", false)].map(({ rightFirst }) => rightFirst);
    expect(hybrid.rightFirst).toBeGreaterThan(Math.max(...alone));
    const withWords = await found("hybrid", true);
    expect(withWords.rightFirst).toBeGreaterThan(hybrid.rightFirst);
    expect(withWords.refused).toBeGreaterThanOrEqual(80);
  });
});
