import { describe, expect, it, onTestFinished } from "vitest";
import type { LanguageModel } from "../../../src/model/language-model.ts";
import { createSdkModel } from "../../../src/model/sdk-model.ts";
import { type GateCheckName, type GateResult, judgeProgram } from "../../../src/optimize/gate/gate.ts";
import { expectedPower, luckOfTheBest } from "../../../src/optimize/gate/power.ts";
import { commandF1 } from "../../../src/optimize/metrics/metric.ts";
import { optimizeProgram } from "../../../src/optimize/optimize-program.ts";
import { nothingSpent } from "../../../src/optimize/search/budget.ts";
import { memoryJournal } from "../../../src/optimize/search/journal.ts";
import { systemTime } from "../../../src/time/system-time.ts";
import type { PromptProgram } from "../../../src/understand/program.ts";
import type { Advice } from "../simulated-models/advice.ts";
import { type SimulatedModelName, simulatedModels } from "../simulated-models/models.ts";
import { startSimulatedServer } from "../simulated-models/server.ts";
import { advising, candidateOf, inProcess, workshopRows } from "./workshop.ts";

const rows = await workshopRows(7, 400);
const good: readonly Advice[] = ["correction", "question", "interruption", "several", "cancel", "handoff"];

async function judge(name: SimulatedModelName, before: PromptProgram, after: PromptProgram): Promise<GateResult> {
  const model = inProcess(simulatedModels[name], 3);
  const outcome = await judgeProgram({
    present: candidateOf(model, before),
    proposed: candidateOf(model, after),
    rows: rows.test,
    metric: commandF1(),
    maxErrors: 0,
  });
  if (!outcome.ok) throw new Error("it did not run");
  return outcome.result;
}

const refusedBy = ({ checks }: GateResult): readonly GateCheckName[] =>
  checks.flatMap(({ name, result }) => (result === "refused" ? [name] : []));

describe("the gate", () => {
  it("accepts a program that is better on rows that nobody has seen", async () => {
    const result = await judge("advisable", advising(), advising(...good));
    expect(result.checks.map(({ result: each, says }) => `${each}: ${says}`)).toEqual([
      expect.stringMatching(
        /^passed: It understands better: \+\d+\.\d points on \d+ messages in \d+ groups, p < 0\.001\.$/,
      ),
      expect.stringMatching(/^passed: No command with consequences/),
      expect.stringMatching(/^passed: A message costs \+\d+%; 25% more are allowed\./),
      expect.stringMatching(/^passed: It obeyed 0 of \d+ planted texts, 0 before\./),
    ]);
    expect(result.accepted).toBe(true);
    expect(result.commands.find(({ type }) => type === "affirm")?.hasConsequences).toBe(true);
    for (const { before, after } of result.commands)
      for (const { value, low, high } of [before, after]) expect(low <= value && value <= high).toBe(true);
  });

  it("says how many messages would tell a difference that may be chance", async () => {
    const few = rows.test.slice(0, 14);
    const model = inProcess(simulatedModels.advisable, 3);
    let judged = 0;
    const outcome = await judgeProgram({
      present: candidateOf(model, advising()),
      proposed: candidateOf(model, advising("handoff")),
      rows: few,
      metric: ({ message }) => {
        const isTold = message === few[0]?.message;
        judged += isTold ? 1 : 0;
        // Of one message the second answer is better.
        return { score: isTold && judged === 1 ? 0 : 1, feedback: [] };
      },
      maxErrors: 0,
    });
    if (!outcome.ok) throw new Error("it did not run");
    const [better] = outcome.result.checks;
    expect(better).toMatchObject({ name: "better", result: "refused" });
    expect(better?.says).toMatch(
      /It may be chance: \+7\.1 points on 14 messages .* About \d+ messages find such a difference in four of five cases\./,
    );
  });

  it("refuses the same program, and asks for no injections then", async () => {
    const result = await judge("advisable", advising(), advising());
    expect(result).toMatchObject({ accepted: false, injections: null, comparison: { value: 0, p: 1 } });
    expect(refusedBy(result)).toEqual(["better"]);
    expect(result.checks.at(-1)?.result).toBe("not_asked");
  });

  it("refuses an over-fitter: perfect on what it was shown, worse on everything else", async () => {
    const shown = rows.train.slice(0, 12).map(({ message }) => ({ state: {}, message, output: { commands: [] } }));
    const plain = advising();
    const result = await judge("overfitting", plain, {
      ...plain,
      commands: { ...plain.commands, demonstrations: shown },
    });
    expect(result.comparison.value).toBeLessThan(-0.1);
    expect(refusedBy(result)).toContain("better");
  });

  it("refuses a better program that makes messages dearer by more than a quarter", async () => {
    const result = await judge("costly", advising(), advising("explain"));
    expect(result.comparison.value).toBeGreaterThan(0.1);
    expect(refusedBy(result)).toEqual(["cost"]);
    expect(result.cost).toMatchObject({ unit: "tokens" });
  });

  it("refuses a better program that does what planted texts say", async () => {
    const result = await judge("obedient", advising(), advising("obey"));
    expect(result.comparison.value).toBeGreaterThan(0.1);
    expect(refusedBy(result)).toEqual(["injections"]);
    expect(result.injections?.after.length).toBeGreaterThanOrEqual(3);
  });

  it("refuses a better program that reads a command with consequences worse", async () => {
    // Everything gets better but the question of a yes.
    const model = {
      ...simulatedModels.advisable,
      chance: (phenomenon: string, { advice }: { advice: ReadonlySet<string> }) => {
        if (!advice.has("careful")) return phenomenon === "confirm" ? 1 : 0.5;
        return phenomenon === "confirm" ? 0.6 : 0.95;
      },
    };
    const asked = inProcess(model, 3);
    const outcome = await judgeProgram({
      present: candidateOf(asked, advising()),
      proposed: candidateOf(asked, advising("careful")),
      rows: rows.test,
      metric: commandF1(),
      maxErrors: 0,
    });
    if (!outcome.ok) throw new Error("it did not run");
    expect(refusedBy(outcome.result)).toEqual(["consequences"]);
    expect(outcome.result.checks[1]?.says).toContain("affirm (-");
  });

  it("judges nothing when the provider does not answer", async () => {
    const server = await startSimulatedServer(simulatedModels.advisable, 3);
    const model = createSdkModel({
      provider: "openai_compatible",
      model: "m",
      baseUrl: server.url,
      apiKey: "none",
      retry: { attempts: 1 },
    });
    onTestFinished(server.close);
    const ask = (present: PromptProgram) =>
      judgeProgram({
        present: candidateOf(model, present),
        proposed: candidateOf(model, advising(...good)),
        rows: rows.test.slice(0, 12),
        metric: commandF1(),
        maxErrors: 1,
      });
    expect((await ask(advising())).ok).toBe(true);
    await server.close();
    expect(await ask(advising())).toMatchObject({ ok: false, run: { stopped: "too_many_errors" } });
  });
});

describe("a search that found only a cheaper program", () => {
  it("does not come to the gate, where it would use the test set up and be refused", async () => {
    const [present, cheaper] = [advising(), advising("correction")];
    const record = { parents: [], scores: {}, full: 0.8, origin: "by hand", atCall: 1 };
    const best = { ...record, id: 1, program: cheaper, tokens: 500 };
    const candidates = [{ ...record, id: 0, program: present, tokens: 900 }, best];
    let asked = 0;
    const model = inProcess(simulatedModels.deaf, 1);
    const student: LanguageModel = {
      ...model,
      generate(request) {
        asked += 1;
        return model.generate(request);
      },
    };
    const outcome = await optimizeProgram({
      search: () => Promise.resolve({ ok: true, best, candidates, spent: nothingSpent, ended: "finished" }),
      problem: {
        program: present,
        train: rows.train,
        dev: rows.dev,
        student,
        writer: student,
        metric: commandF1(),
        effort: "light",
        seed: 1,
        budget: { limits: {}, prices: {}, time: systemTime },
        journal: memoryJournal(),
      },
      test: rows.test,
      gateJournal: memoryJournal(),
      fromConversations: false,
    });
    expect({ kind: outcome.kind, asked }).toEqual({ kind: "nothing_better", asked: 0 });
  });
});

describe("the power of a test set", () => {
  const independent = (count: number) => Array.from({ length: count }, (_, at) => ({ group: `g${at}` }));

  it("is that of the formula: 300 rows find five points in 81 of 100 cases, 80 in a third", () => {
    expect(expectedPower(independent(300)).findsFivePoints).toBeCloseTo(0.81, 2);
    expect(expectedPower(independent(80)).findsFivePoints).toBeCloseTo(0.31, 2);
    expect(expectedPower(independent(300)).finds80).toBeCloseTo(0.049, 3);
  });

  it("says how much luck there is in a choice: the best of 18 equal programs leads by six points on 80 rows", () => {
    expect(luckOfTheBest(18, independent(80))).toBeCloseTo(0.062, 3);
    expect(luckOfTheBest(1, independent(80))).toBe(0);
    expect(luckOfTheBest(2, independent(80))).toBeLessThan(luckOfTheBest(18, independent(320)));
  });

  it("is less where rows are twins", () => {
    const twins = Array.from({ length: 300 }, (_, at) => ({ group: `g${at % 60}` }));
    expect(expectedPower(twins).findsFivePoints).toBeLessThan(expectedPower(independent(150)).findsFivePoints);
  });
});
