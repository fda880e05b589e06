import { describe, expect, it } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { commandF1, exactCommands, type Metric, withTokens } from "../../src/optimize/metrics/metric.ts";
import { askRow } from "../../src/optimize/search/ask-row.ts";
import { systemTime } from "../../src/time/system-time.ts";
import { defaultProgram } from "../../src/understand/program.ts";
import { noUsage } from "../../src/understand/usage.ts";
import { simulatedRows } from "./search/simulation.ts";

const { train: rows } = await simulatedRows(1, { train: 80, dev: 0, test: 0 });
const rowFor = (type: Command["type"]) => {
  const row = rows.find(({ expected }) => expected.some((command) => command.type === type));
  if (row === undefined) throw new Error(`no row with ${type}`);
  return row;
};
const row = rowFor("set_slot");
const answering = (answer: object): LanguageModel => ({
  name: "scripted",
  samples: false,
  generate: () =>
    Promise.resolve({ ok: true, text: JSON.stringify(answer), finish: "stop", usage: noUsage, attempts: 1 }),
});

describe("metrics", () => {
  it("weigh a wrong command with consequences more than one that the next message puts right", () => {
    const [right] = row.expected;
    const judge = (more: Command) => commandF1()(row, right === undefined ? [more] : [right, more]).score;
    expect(judge({ type: "affirm" })).toBeLessThan(judge({ type: "cancel_flow" }));
    expect(judge({ type: "cancel_flow" })).toBeLessThan(judge({ type: "repeat" }));
  });

  it("count tokens as a second objective: it never makes a wrong answer better than a right one", () => {
    const judge = withTokens(exactCommands, { usual: 1_000 });
    expect(judge({ ...row, tokens: 900 }, row.expected)).toEqual({ score: 1, feedback: [] });
    const dear = judge({ ...row, tokens: 1_500 }, row.expected);
    expect(dear.score).toBeCloseTo(0.95);
    expect(dear.feedback.join()).toContain("1500 tokens");
    expect(judge({ ...row, tokens: 90_000 }, row.expected).score).toBeCloseTo(0.9);
    expect(judge({ ...row, tokens: 10 }, []).score).toBe(0);
  });

  it("may be a function of the project", () => {
    const onlyTypes: Metric = ({ expected }, understood) => ({
      score: expected.map(({ type }) => type).join() === understood.map(({ type }) => type).join() ? 1 : 0,
      feedback: [],
    });
    expect(onlyTypes(row, row.expected).score).toBe(1);
  });

  it("say what the parser refused, and why", async () => {
    const commands = [{ type: "start_flow", flow: "sell_the_shop" }, { type: "repeat" }];
    const asking = { program: defaultProgram, understanding: {}, time: systemTime };
    const answer = await askRow(row, { ...asking, model: answering({ commands, confidence: 1 }) });
    if (answer.kind === "failed") throw new Error(answer.code);
    const { feedback } = exactCommands({ ...row, refused: answer.refused }, answer.commands);
    expect(feedback).toContainEqual(expect.stringMatching(/^refused: .*sell_the_shop.* not possible here/));
  });

  it("say that a yes was refused which the user did not give", async () => {
    const check = rowFor("affirm");
    const asking = { program: defaultProgram, understanding: {}, time: systemTime };
    const model = answering({ commands: [{ type: "affirm" }], confidence: 1 });
    const answer = await askRow({ ...check, message: "what does it cost?" }, { ...asking, model });
    expect(answer).toMatchObject({ kind: "answered", commands: [], refused: [expect.stringContaining("affirm")] });
  });
});
