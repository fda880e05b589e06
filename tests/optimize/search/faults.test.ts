import { afterEach, describe, expect, it } from "vitest";
import { noBreaker } from "../../../src/model/breaker.ts";
import type { LanguageModel, ModelFailureCode } from "../../../src/model/language-model.ts";
import { createModelsInUse } from "../../../src/model/models-in-use.ts";
import { createSdkModel } from "../../../src/model/sdk-model.ts";
import { hashText } from "../../../src/optimize/metrics/random.ts";
import { type JournalLine, memoryJournal } from "../../../src/optimize/search/journal.ts";
import { type SearchOutcome, type SearchProblem, searchNames } from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import { systemTime } from "../../../src/time/system-time.ts";
import { faults } from "../../model/faults.ts";
import { type ScriptedServer, startScriptedServer } from "../../model/scripted-server.ts";
import { randomNumbers } from "../../support/random-numbers.ts";
import { simulatedModels } from "../simulated-models/models.ts";
import { chatRequest } from "../simulated-models/request.ts";
import { completion, startSimulatedServer } from "../simulated-models/server.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

const neverOpen = { ...createModelsInUse({ time: systemTime }).use("none", ""), breaker: noBreaker };

const rows = await simulatedRows(5, { train: 14, dev: 8, test: 0 });

/** What a search found, without what it cost. */
const found = (outcome: SearchOutcome) =>
  outcome.ok
    ? outcome.candidates.map(({ program, scores, full }) => JSON.stringify([program, scores, full]))
    : outcome.message;

const problemOf = (name: "both" | "advisable", change: Partial<SearchProblem> = {}): SearchProblem => {
  const problem = simulatedProblem(name, 5, rows);
  return { ...problem, ...change };
};

const passing: readonly ModelFailureCode[] = [
  "model.rate_limited",
  "model.unavailable",
  "model.unreachable",
  "model.timeout",
  "model.bad_response",
  "model.circuit_open",
];

/** Every third question fails, once or twice, before it is answered; which ones depends on the question alone. */
const failing = (model: LanguageModel, seen = new Map<string, number>()): LanguageModel => {
  return {
    ...model,
    generate(request) {
      const text = JSON.stringify(request.messages);
      const hash = hashText(text);
      const times = (seen.get(text) ?? 0) + 1;
      seen.set(text, times);
      if (hash % 3 !== 0 || times > 1 + (hash % 2)) return model.generate(request);
      const code = passing[hash % passing.length] ?? "model.timeout";
      return Promise.resolve({ ok: false, code, message: "It fails.", attempts: 1 });
    },
  };
};

describe.each(searchNames)("%s", (name) => {
  it("finds the same with a provider that fails now and then: faults are counted and asked again", async () => {
    const base = problemOf("both");
    const shaken = await searches[name]({ ...base, student: failing(base.student), writer: failing(base.writer) });
    const whole = await searches[name](problemOf("both"));
    expect(found(shaken)).toEqual(found(whole));
    expect(shaken.spent.failures).toBeGreaterThan(20);
    expect(whole.spent.failures).toBe(0);
    expect(shaken.spent.calls).toBe(whole.spent.calls + shaken.spent.failures);
  }, 120_000);
});

it("a run that meets faults, is killed at a line and resumed meets the rest of them", async () => {
  const base = problemOf("both");
  const seen = new Map<string, number>();
  const known: ReadonlyMap<string, number>[] = [];
  const lines: JournalLine[] = [];
  const journal = {
    lines: [],
    append: (line: JournalLine) => {
      lines.push(line);
      known.push(new Map(seen));
    },
  };
  const given = { concurrency: 1, budget: { ...base.budget, limits: { calls: 120 } } };
  const asked = (counts: Map<string, number>) => ({
    student: failing(base.student, counts),
    writer: failing(base.writer, counts),
  });
  const whole = await searches.gepa({ ...base, ...given, ...asked(seen), journal });
  expect(whole.spent.failures).toBeGreaterThan(5);
  for (let kept = 1; kept <= lines.length; kept += 11) {
    const rest = asked(new Map(known[kept - 1]));
    const resumed = await searches.gepa({ ...base, ...given, ...rest, journal: memoryJournal(lines.slice(0, kept)) });
    expect(JSON.stringify(resumed) === JSON.stringify(whole), `after ${kept} lines`).toBe(true);
  }
}, 120_000);

describe("a provider that does not come back", () => {
  const broken = (code: ModelFailureCode, after: number): LanguageModel => {
    const { student } = problemOf("both");
    let calls = 0;
    return {
      ...student,
      generate(request) {
        calls += 1;
        return calls <= after
          ? student.generate(request)
          : Promise.resolve({ ok: false, code, message: "It fails.", attempts: 1 });
      },
    };
  };

  it.each(["model.misconfigured", "model.quota_exceeded", "model.unavailable"] as const)(
    "ends the run with %s, and the run can be resumed",
    async (code) => {
      const journal = memoryJournal();
      const student = broken(code, 40);
      const ended = await searches.bootstrap(problemOf("both", { student, journal }));
      expect(ended).toMatchObject({ ok: false, reason: "too_many_failures" });
      expect(ended.ok ? "" : ended.message).toContain(code);
      const resumed = await searches.bootstrap(problemOf("both", { journal: memoryJournal(journal.all) }));
      const whole = await searches.bootstrap(problemOf("both"));
      expect(found(resumed)).toEqual(found(whole));
      expect(resumed.spent.calls).toBe(whole.spent.calls + resumed.spent.failures);
    },
  );

  it("leaves a run that is interrupted as it is", async () => {
    const journal = memoryJournal();
    const stop = new AbortController();
    const { student } = problemOf("both");
    let calls = 0;
    const stopping: LanguageModel = {
      ...student,
      generate(request) {
        calls += 1;
        if (calls === 30) stop.abort();
        return student.generate(request);
      },
    };
    const ended = await searches.bootstrap(problemOf("both", { student: stopping, journal, signal: stop.signal }));
    expect(ended).toMatchObject({ ok: false, reason: "interrupted" });
    const resumed = await searches.bootstrap(problemOf("both", { journal: memoryJournal(journal.all) }));
    expect(found(resumed)).toEqual(found(await searches.bootstrap(problemOf("both"))));
  });
});

describe("over HTTP", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  /** Real time, but nobody waits for long. */
  const time = {
    now: systemTime.now,
    after: (milliseconds: number, run: () => void) => systemTime.after(Math.min(milliseconds, 5), run),
  };
  const modelAt = (baseUrl: string): LanguageModel =>
    createSdkModel({
      provider: "openai_compatible",
      model: "both",
      baseUrl,
      apiKey: "none",
      retry: { timeout: 400, backoff: 1, attempts: 3 },
      // A breaker that opens would keep the faults away: here they are wanted.
      models: { use: () => neverOpen, figures: () => [] },
    });
  const small = { train: rows.train.slice(0, 10), dev: rows.dev.slice(0, 6) };
  const problemAt = (model: LanguageModel): SearchProblem => ({
    ...problemOf("both", small),
    student: model,
    writer: model,
    budget: { limits: {}, prices: {}, time },
  });

  it("each search runs through the protocol", async () => {
    const server = await startSimulatedServer(simulatedModels.both, 5);
    open.push(server);
    for (const name of searchNames) {
      const outcome = await searches[name]({ ...problemAt(modelAt(server.url)), journal: memoryJournal() });
      expect(outcome).toMatchObject({ ok: true, ended: "finished", spent: { failures: 0 } });
    }
    expect(server.calls().write).toBeGreaterThan(0);
  }, 120_000);

  it("faults of a provider never change what is found", async () => {
    const random = randomNumbers(7);
    const passingFaults = faults.filter(
      ({ name, expect: expected }) =>
        (typeof expected === "string" && expected !== "model.misconfigured" && expected !== "model.unusable_output") ||
        name === "empty text" ||
        name === "blank text",
    );
    expect(passingFaults.length).toBeGreaterThan(12);
    let failed = 0;
    const answer = (body: unknown): string => {
      const { choices } = completion(simulatedModels.both, 5, chatRequest.parse(body)) as {
        readonly choices: readonly { readonly message: { readonly content: string } }[];
      };
      return choices[0]?.message.content ?? "";
    };
    const start = async (isFaulty: boolean): Promise<ScriptedServer> => {
      const server = await startScriptedServer(({ body }) => {
        if (isFaulty && random(8) === 0) {
          failed += 1;
          return passingFaults[random(passingFaults.length)]?.reply ?? { kind: "hang" };
        }
        return { kind: "text", text: answer(body) };
      });
      open.push(server);
      return server;
    };
    const calm = await searches.bootstrap(problemAt(modelAt((await start(false)).url)));
    const shaken = await searches.bootstrap(problemAt(modelAt((await start(true)).url)));
    expect(failed).toBeGreaterThan(5);
    expect(found(shaken)).toEqual(found(calm));
  }, 120_000);
});
