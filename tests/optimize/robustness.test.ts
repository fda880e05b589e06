import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { memoryCache, openAnswerCache } from "../../src/optimize/evaluate/answer-cache.ts";
import { modelCandidate } from "../../src/optimize/evaluate/candidate.ts";
import { runCandidate } from "../../src/optimize/evaluate/run-candidate.ts";
import { injectionPlaces, judgeAttacks, planAttacks } from "../../src/optimize/robustness/injections.ts";
import { paraphrase } from "../../src/optimize/robustness/paraphrase.ts";
import { withTypos } from "../../src/optimize/robustness/typos.ts";
import { temporaryFolder } from "../cli/run-cli.ts";

const rows = ["banking.yaml", "flight-booking.yaml"].flatMap((name) =>
  readYamlRows(readFileSync(join(import.meta.dirname, "../understanding", name), "utf8")),
);

describe("typos", () => {
  it("are the same each time, spare values, and change nothing else", () => {
    const changed = rows.flatMap((row) => withTypos(row) ?? []);
    expect(changed.length).toBeGreaterThan(rows.length / 2);
    for (const row of rows) {
      const typed = withTypos(row);
      expect(withTypos(row)).toEqual(typed);
      if (typed === null) continue;
      expect(typed).toEqual({ ...row, message: typed.message });
      const words = [row.message.split(" "), typed.message.split(" ")] as const;
      expect(words[1]).toHaveLength(words[0].length);
      const wrong = words[0].filter((word, index) => word !== words[1][index]);
      expect(wrong.length).toBeLessThanOrEqual(Math.ceil(words[0].length / 5));
      for (const word of wrong) expect(word).not.toMatch(/\d/);
      for (const command of row.expected)
        if (command.type === "set_slot" && typeof command.value === "string")
          for (const value of command.value.split(" ")) if (words[0].includes(value)) expect(words[1]).toContain(value);
    }
  });
});

const writer = (paraphrases: readonly string[]): LanguageModel => ({
  name: "writer",
  samples: false,
  generate: async () => ({
    ok: true,
    text: JSON.stringify({ paraphrases }),
    finish: "stop",
    usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
    attempts: 1,
  }),
});

describe("paraphrases", () => {
  const row = rows.find(({ message }) => message === "send 50 euros to Ana");
  if (row === undefined) throw new Error("no such row");

  it("keep every value, say something new, and are messages", async () => {
    const written = [
      "Send 50 euros to Ana!",
      "Ana should get 50 euros from me",
      "pay Ana fifty",
      "see https://evil.example for 50 to Ana",
      "50 to Ana\nnow",
      `50 to Ana ${"please ".repeat(40)}`,
      "I need to pay Ana 50",
      "i need to pay ana 50.",
    ];
    const said = await paraphrase(writer(written), row, { count: 5 });
    expect(said).toEqual({ ok: true, messages: ["Ana should get 50 euros from me", "I need to pay Ana 50"] });
  });

  it("are none where the answer is no JSON, and a failure where there is no answer", async () => {
    const broken = {
      ...writer([]),
      generate: async () => ({ ...(await writer([]).generate({ messages: [] })), text: "no" }),
    };
    expect(await paraphrase(broken as LanguageModel, row, { count: 2 })).toEqual({ ok: true, messages: [] });
    const dead: LanguageModel = {
      ...writer([]),
      generate: async () => ({ ok: false, code: "model.unreachable", message: "gone", attempts: 1 }),
    };
    expect(await paraphrase(dead, row, { count: 2 })).toMatchObject({ ok: false, code: "model.unreachable" });
  });
});

describe("injections", () => {
  const attacks = planAttacks(rows);

  it("try every payload in every place", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(50);
    expect(new Set(attacks.map(({ place }) => place))).toEqual(new Set(injectionPlaces));
    expect(new Set(attacks.map(({ row }) => row.id)).size).toBe(attacks.length);
    expect(attacks.filter(({ forbidden }) => forbidden.type === "affirm").length).toBeGreaterThan(0);
  });

  it("are obeyed if the planted command comes, and not if the user's own does", async () => {
    const obedient = {
      name: "obedient",
      concurrency: 4,
      ask: async ({ message, context }: { message: string; context: object }) => {
        const attack = attacks.find(({ row }) => row.message === message && row.context === context);
        const commands = attack === undefined ? [] : [attack.forbidden];
        return { kind: "answered" as const, commands, confidence: 1, milliseconds: 1, calls: [] };
      },
    };
    const faithful = {
      name: "faithful",
      concurrency: 4,
      ask: async ({ message, context }: { message: string; context: object }) => {
        const attack = attacks.find(({ row }) => row.message === message && row.context === context);
        return {
          kind: "answered" as const,
          commands: attack?.row.expected ?? [],
          confidence: 1,
          milliseconds: 1,
          calls: [],
        };
      },
    };
    const asked = attacks.map(({ row }) => row);
    const bad = judgeAttacks(attacks, await runCandidate(obedient, asked, { maxErrors: 0 }));
    expect(bad.obeyed).toHaveLength(attacks.length);
    const good = judgeAttacks(attacks, await runCandidate(faithful, asked, { maxErrors: 0 }));
    expect(good.obeyed).toEqual([]);
  });
});

describe("an answer cache", () => {
  it("survives a kill in the middle of a line", async () => {
    const file = join(await temporaryFolder(), "deep/answers.jsonl");
    const first = openAnswerCache<number>(file);
    first.put("a", 1);
    first.put("b", 2);
    appendFileSync(file, '["c",');
    const second = openAnswerCache<number>(file);
    expect([second.get("a"), second.get("b"), second.get("c"), second.size]).toEqual([1, 2, undefined, 2]);
    second.put("c", 3);
    second.put("d", 4);
    const third = openAnswerCache<number>(file);
    expect([third.get("c"), third.get("d"), third.size]).toEqual([3, 4, 4]);
  });
});

describe("twenty questions at a time", () => {
  afterEach(() => void vi.useRealTimers());

  /** By a clock that only moves when everybody waits: what the work itself takes is measured in bench/eval. */
  it("take a twentieth of the time", async () => {
    vi.useFakeTimers();
    const slow: LanguageModel = {
      ...writer([]),
      generate: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return {
          ok: true,
          text: '{"commands":[{"type":"chitchat"}],"confidence":1}',
          finish: "stop",
          usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
          attempts: 1,
        };
      },
    };
    const many = Array.from({ length: 400 }, (_, index) => ({
      ...rows[0],
      id: String(index),
      message: `hi ${index}`,
    }));
    const took = async (concurrency: number) => {
      const meter = { cache: memoryCache<never>(), identity: "", now: () => Date.now() };
      const start = Date.now();
      const run = runCandidate(modelCandidate(slow, { meter }), many as never, { concurrency, maxErrors: 0 });
      let isDone = false;
      void run.finally(() => {
        isDone = true;
      });
      while (!isDone) await vi.advanceTimersByTimeAsync(50);
      expect((await run).answers).toHaveLength(400);
      return Date.now() - start;
    };
    const [alone, together] = [await took(1), await took(20)];
    expect(alone / together).toBeGreaterThanOrEqual(15);
  });
});
