import { describe, expect, it } from "vitest";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { estimateSearch } from "../../../src/optimize/search/estimate.ts";
import { memoryJournal } from "../../../src/optimize/search/journal.ts";
import { type SearchProblem, searchNames } from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import { randomNumbers } from "../../support/random-numbers.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

/** A thousand with `npm run test:optimizers`. */
const settings = process.env["SONI_OPTIMIZER_RUNS"] !== "full" ? 24 : 1_000;

const prices = { both: { input: 3, cachedInput: 0.3, output: 15, cacheWrite: 3.75 } };

/** What really happened, counted outside of the search. */
const watched = (
  model: LanguageModel,
  { random, attempts }: { readonly random: (below: number) => number; readonly attempts: number },
) => {
  const happened = { calls: 0, tokens: 0, money: 0, now: 0, latest: 0 };
  const time = {
    now: () => happened.now,
    after: (_: number, run: () => void) => {
      run();
      return () => undefined;
    },
  };
  const watching: LanguageModel = {
    ...model,
    async generate(request) {
      const made = 1 + random(attempts);
      happened.calls += made;
      const { deadline = Number.POSITIVE_INFINITY } = request;
      const takes = 200 + random(5_000);
      if (happened.now + takes > deadline) {
        happened.now = Math.max(happened.now, deadline);
        return { ok: false, code: "model.timeout", message: "Too late.", attempts: made };
      }
      happened.now += takes;
      if (random(12) === 0) return { ok: false, code: "model.unavailable", message: "It fails.", attempts: made };
      const generation = await model.generate(request);
      if (!generation.ok) return generation;
      // The worst tokeniser there can be: a token for every byte, and an answer as long as is allowed.
      const inputTokens = request.messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      const outputTokens = random(4) === 0 ? (request.maxOutputTokens ?? 1_000) : 1 + random(200);
      const isCut = random(20) === 0;
      const cost = (inputTokens * 3.75 + outputTokens * 15) / 1_000_000;
      happened.tokens += inputTokens + outputTokens;
      happened.money += cost;
      return {
        ...generation,
        finish: isCut ? "length" : "stop",
        attempts: made,
        usage: { inputTokens, cachedInputTokens: 0, outputTokens, cost },
      };
    },
  };
  return { watching, happened, time };
};

const rows = await simulatedRows(4, { train: 12, dev: 6, test: 0 });

describe("budgets", () => {
  it(`hold in ${settings} random settings`, { timeout: 3_600_000 }, async () => {
    const reasons = new Map<string, number>();
    for (let setting = 0; setting < settings; setting += 1) {
      const random = randomNumbers(setting + 1);
      const attempts = 1 + random(3);
      const base = simulatedProblem("both", 4, rows);
      const { watching, happened, time } = watched(base.student, { random, attempts });
      const given = <Value>(value: Value): Value | undefined => (random(2) === 0 ? value : undefined);
      const wanted = {
        calls: given(1 + random(400)),
        tokens: given(1 + random(4_000_000)),
        money: given((1 + random(2_000)) / 100),
        minutes: given((1 + random(600)) / 60),
      };
      const limits = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const name = searchNames[random(searchNames.length)] ?? "gepa";
      const outcome = await searches[name]({
        ...base,
        // The price that the search knows is that of the model, whatever its provider is called.
        student: { ...watching, name: "simulated:both" },
        writer: { ...watching, name: "simulated:both" },
        journal: memoryJournal(),
        seed: setting,
        concurrency: 1 + random(5),
        budget: { limits, prices, time, attempts },
      });
      const told = `setting ${setting}, ${name}, ${JSON.stringify(limits)}`;
      const { spent } = outcome;
      expect(happened.calls, told).toBeLessThanOrEqual(wanted.calls ?? Number.POSITIVE_INFINITY);
      expect(happened.tokens, told).toBeLessThanOrEqual(wanted.tokens ?? Number.POSITIVE_INFINITY);
      expect(happened.money, told).toBeLessThanOrEqual((wanted.money ?? Number.POSITIVE_INFINITY) + 1e-9);
      expect(happened.now / 60_000, told).toBeLessThanOrEqual((wanted.minutes ?? Number.POSITIVE_INFINITY) + 1e-9);
      expect(spent.calls, told).toBe(happened.calls);
      expect(spent.inputTokens + spent.outputTokens, told).toBe(happened.tokens);
      expect(spent.money ?? Number.NaN, told).toBeCloseTo(happened.money, 6);
      const reason = outcome.ok ? outcome.ended : outcome.reason;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (outcome.ok) expect(outcome.best.full, told).not.toBeNull();
    }
    expect([...reasons.keys()].sort().join()).toMatch(/budget/);
  });

  it("use most of what they have: a full evaluation is refused, not a tenth of the calls", async () => {
    const base = simulatedProblem("both", 4, rows);
    for (const name of searchNames) {
      const limits = { calls: 75 };
      const outcome = await searches[name]({ ...base, journal: memoryJournal(), budget: { ...base.budget, limits } });
      expect(outcome).toMatchObject({ ok: true, ended: "budget" });
      expect(outcome.spent.calls, name).toBeGreaterThan(50);
      expect(outcome.spent.calls, name).toBeLessThanOrEqual(75);
    }
  });

  it("that are too small for the present program say so", async () => {
    const base = simulatedProblem("both", 4, rows);
    const outcome = await searches.gepa({ ...base, budget: { ...base.budget, limits: { calls: 5 } } });
    expect(outcome).toMatchObject({ ok: false, reason: "budget_too_small" });
    expect(outcome.spent.calls).toBeLessThanOrEqual(5);
  });

  it("in money need a price", async () => {
    const base = simulatedProblem("both", 4, rows);
    const limited: SearchProblem = { ...base, budget: { ...base.budget, limits: { money: 1 } } };
    await expect(searches.gepa(limited)).rejects.toMatchObject({ code: "optimize.no_price" });
  });
});

describe("estimates", () => {
  it.each(searchNames)("of %s are near what it takes", async (name) => {
    const many = await simulatedRows(6, { train: 60, dev: 60, test: 0 });
    const problem = {
      ...simulatedProblem("both", 6, many),
      budget: { ...simulatedProblem("both", 6, many).budget, prices },
    };
    const estimate = await estimateSearch(name, problem);
    const { spent } = await searches[name](problem);
    expect(estimate.calls / spent.calls).toBeGreaterThan(0.8);
    expect(estimate.calls / spent.calls).toBeLessThan(2);
    expect(estimate.writerCalls).toBeGreaterThanOrEqual(spent.writerCalls);
    // The simulated models do not count the schema of an answer, which others do.
    expect(estimate.tokens / (spent.inputTokens + spent.outputTokens)).toBeGreaterThan(1);
    expect(estimate.tokens / (spent.inputTokens + spent.outputTokens)).toBeLessThan(3);
    expect((estimate.money ?? 0) / (spent.money ?? 1)).toBeGreaterThan(1);
    expect((estimate.money ?? 0) / (spent.money ?? 1)).toBeLessThan(3);
  });

  it.each(searchNames)("of %s take longer if fewer rows are asked at the same time", async (name) => {
    const problem = simulatedProblem("both", 6, await simulatedRows(6, { train: 60, dev: 60, test: 0 }));
    const [one, eight] = await Promise.all(
      [1, 8].map((concurrency) => estimateSearch(name, { ...problem, concurrency })),
    );
    expect(one?.calls).toBe(eight?.calls);
    expect(one?.minutes).toBeGreaterThan(1.5 * (eight?.minutes ?? 0));
    // Two seconds for each answer, one after the other.
    expect(one?.minutes).toBeGreaterThan(((one?.calls ?? 0) * 2) / 60 - 1);
  });

  it("of mipro are lower for a small assistant, which has one pass", async () => {
    const problem = simulatedProblem("both", 6, await simulatedRows(6, { train: 60, dev: 60, test: 0 }));
    const small = { ...problem, understanding: {} };
    const { spent } = await searches.mipro(small);
    const { calls } = await estimateSearch("mipro", small);
    expect(calls).toBeLessThan((await estimateSearch("mipro", problem)).calls / 1.5);
    expect(calls / spent.calls).toBeGreaterThan(0.8);
    expect(calls / spent.calls).toBeLessThan(2);
  });
});
