import { describe, expect, it } from "vitest";
import { createEngine } from "../../../src/understand/embedded/engine.ts";
import type { EngineInput } from "../../../src/understand/embedded/engine-input.ts";
import { openVectors } from "../../../src/understand/embedded/vectors/open-vectors.ts";
import type { SentenceVectors } from "../../../src/understand/embedded/vectors/sentence-vectors.ts";
import { count, isWhole, report, seed } from "../../chaos/seed.ts";
import type { NastyText } from "../../support/nasty-texts/nasty-text.ts";
import { nastyTexts } from "../../support/nasty-texts/nasty-texts.ts";
import { unitTexts } from "../../support/nasty-texts/nasty-units.ts";
import { nearMatches } from "../../support/nasty-texts/near-matches.ts";
import { randomNumbers } from "../../support/random-numbers.ts";
import { type Growth, growsTooFast, least, measureGrowth } from "./measure-growth.ts";
import { patternsUsedBy } from "./patterns-used-by.ts";
import { situations } from "./situations.ts";

/** A part of the texts, each at one open question; `npm run test:growth` tries all of them at every one. */
const whole = isWhole("SONI_GROWTH");
const ordinary = [
  "Book a flight from Madrid to Paris on friday at 3 pm for two people, please",
  "no, make it Rome instead, in CA, called Leave for home, and what does it cost?",
  "BK-7, 50 euros to Ana, any kind of food, I don't mind; the second one",
  "cancel the trip. never mind. talk to a human? go back to the transfer",
];

/** Costs the same for every text, so that what is measured is our own code. */
const constantVectors: SentenceVectors = {
  model: "constant",
  dimensions: 4,
  embed: async (texts) => texts.map((text) => Float32Array.from([1, text.length % 3, text.length % 5, 1])),
};

interface Case extends Growth {
  readonly name: string;
}

async function measure(
  texts: readonly NastyText[],
  understand: (input: EngineInput) => Promise<unknown>,
): Promise<readonly Case[]> {
  const names = [...situations.keys()];
  const cases: Case[] = [];
  for (const [index, { name, ofLength }] of texts.entries()) {
    // Each text meets another question; the whole run lets every text meet every question.
    const open = whole ? names : [names[index % names.length] ?? ""];
    for (const situation of open) {
      const context = situations.get(situation);
      if (context === undefined) throw new Error(situation);
      const read = (message: string) => understand({ message, context });
      const growth = await measureGrowth(ofLength, read);
      // A second look: what was a pause of the machine does not come back.
      cases.push({
        name: `${situation}: ${name}`,
        ...(growsTooFast(growth) ? await measureGrowth(ofLength, read, 9, least) : growth),
      });
    }
  }
  return cases;
}

function expectLinear(name: string, cases: readonly Case[]): void {
  const slowest = cases.toSorted((left, right) => right.long - left.long)[0];
  report(name, { cases: cases.length, slowest: `${slowest?.long.toFixed(0)} ms`, by: slowest?.name ?? "" });
  expect(cases.filter(growsTooFast)).toEqual([]);
}

const timeout = whole ? 3_600_000 : 240_000;

describe("what understanding one message costs grows no faster than the message", () => {
  it("keywords alone", { timeout }, async () => {
    const engine = createEngine(null);
    const every = count("SONI_GROWTH_EVERY", whole ? 1 : 20);
    const texts = [...unitTexts(), ...nastyTexts(whole ? 400 : 100, seed)].filter((_, index) => index % every === 0);
    expectLinear("growth, keywords", await measure(texts, (input) => engine.understand(input)));
  });

  it("with vectors that cost nothing", { timeout }, async () => {
    const engine = createEngine({ messages: constantVectors, texts: constantVectors });
    const texts = nastyTexts(200, seed + 1).filter((_, index) => whole || index % 20 === 0);
    expectLinear("growth, constant vectors", await measure(texts, (input) => engine.understand(input)));
  });

  it("near matches of every pattern that a message meets", { timeout }, async () => {
    const engine = createEngine(null);
    const patterns = await patternsUsedBy(async () => {
      for (const message of ordinary)
        for (const context of situations.values()) await engine.understand({ message, context });
    });
    // Most of a language is tables and no patterns.
    expect(patterns.length).toBeGreaterThan(50);
    const random = randomNumbers(seed);
    const texts = patterns.flatMap((pattern) => nearMatches(pattern, random));
    expect(texts.length).toBeGreaterThan(100);
    const some = texts.filter((_, index) => whole || index % 9 === 0);
    expectLinear("growth, near matches", await measure(some, (input) => engine.understand(input)));
  });

  it("with the model: a bounded number of sentences is encoded", { timeout }, async () => {
    const vectors = await openVectors();
    if (vectors === null) throw new Error("the model is a dependency of the tests");
    let encoded = 0;
    const counting: SentenceVectors = {
      ...vectors.messages,
      embed: (texts) => {
        encoded += texts.length;
        return vectors.messages.embed(texts);
      },
    };
    const engine = createEngine({ messages: counting, texts: vectors.texts });
    const context = situations.get("slot remarks");
    if (context === undefined) throw new Error("no such situation");
    const sentences = Array.from({ length: 120 }, (_, index) => `Book room ${index}.`).join(" ");
    await engine.understand({ message: sentences.slice(0, 2000), context });
    expect(encoded).toBeLessThanOrEqual(48);
  });
});
