import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseProgram } from "../../../src/config/schema/program.ts";
import { artefactOf, dataHash } from "../../../src/optimize/gate/artefact.ts";
import { customerTextIn } from "../../../src/optimize/gate/customer-text.ts";
import { judgeProgram } from "../../../src/optimize/gate/gate.ts";
import { earlierUses, noteTestUse, readTestUses } from "../../../src/optimize/gate/test-uses.ts";
import { commandF1 } from "../../../src/optimize/metrics/metric.ts";
import { nothingSpent } from "../../../src/optimize/search/budget.ts";
import { programId } from "../../../src/understand/program-id.ts";
import { simulatedModels } from "../simulated-models/models.ts";
import { advising, candidateOf, inProcess, workshopRows } from "./workshop.ts";

const rows = await workshopRows(7, 120);
const all = [...rows.train, ...rows.dev, ...rows.test];

describe("the file of a program", () => {
  it("has hashes, scores with ranges, cost and the checks, quotes no message, and is a program that loads", async () => {
    const model = inProcess(simulatedModels.advisable, 3);
    const [base, program] = [advising(), advising("correction", "question", "several")];
    const outcome = await judgeProgram({
      present: candidateOf(model, base),
      proposed: candidateOf(model, program),
      rows: rows.test,
      metric: commandF1(),
      maxErrors: 0,
    });
    if (!outcome.ok) throw new Error("it did not run");
    const artefact = artefactOf(program, {
      assistant: "a1",
      rows: all,
      base,
      with: "gepa",
      effort: "light",
      metric: "f1",
      seed: 4,
      model: "m",
      writer: "w",
      fromConversations: false,
      spent: { ...nothingSpent, calls: 12, money: 0.1 },
      gate: outcome.result,
      uses: 2,
    });
    const text = JSON.stringify(artefact);
    expect(parseProgram(text)).toMatchObject({ ok: true, content: program });
    expect(artefact["made"]).toMatchObject({
      id: programId(program),
      base: programId(base),
      data: dataHash(all),
      test: { rows: rows.test.length, usedBefore: 2 },
      exact: { before: [expect.any(Number), expect.any(Number), expect.any(Number)] },
      checks: { better: expect.stringMatching(/passed|refused/) },
      spent: { calls: 12, dollars: 0.1 },
      commands: { set_slot: { expected: expect.any(Number) } },
    });
    expect(rows.test.filter(({ message }) => message.length > 12 && text.includes(message))).toEqual([]);
  });

  it("names its data by the rows, in whatever order they were read", () => {
    expect(dataHash(all.toReversed())).toBe(dataHash(all));
    expect(dataHash(all.slice(1))).not.toBe(dataHash(all));
  });
});

describe("uses of a test set", () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `r${from + at}`);

  it("are counted over runs, also when rows came or went, and once for a run that was resumed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "soni-uses-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "programs/test-uses.jsonl");
    expect(readTestUses(file)).toEqual([]);
    noteTestUse(file, { run: "one", program: "p", accepted: false, rows: ids(0, 20) });
    noteTestUse(file, { run: "one", program: "p", accepted: false, rows: ids(0, 20) });
    noteTestUse(file, { run: "two", program: "q", accepted: true, rows: ids(5, 25) });
    // A kill cut this line.
    await appendFile(file, '{"run":"three","progr');
    const uses = readTestUses(file);
    expect(uses.map(({ run }) => run)).toEqual(["one", "two"]);
    expect(earlierUses(uses, "three", ids(0, 20))).toHaveLength(2);
    expect(earlierUses(uses, "two", ids(5, 25))).toHaveLength(1);
    expect(earlierUses(uses, "three", ids(100, 120))).toEqual([]);
    expect((await readFile(file, "utf8")).split("\n")).toHaveLength(3);
  });
});

describe("what customers wrote", () => {
  const [first, second, third] = rows.train.filter(({ message }) => message.length > 20);
  if (first === undefined || second === undefined || third === undefined) throw new Error("no rows");
  const customer = { ...first, source: "conversations" };
  const plain = advising();

  it("is found in a demonstration and inside of an instruction", () => {
    const demonstration = { state: {}, message: first.message.toUpperCase(), output: {} };
    const shown = { ...plain, slots: { ...plain.slots, demonstrations: [demonstration] } };
    const quoted = {
      ...plain,
      commands: { ...plain.commands, instruction: `A user who says "${first.message}!" corrects.` },
    };
    expect(customerTextIn(shown, [customer, second, third])).toEqual([first.id]);
    expect(customerTextIn(quoted, [customer, second])).toEqual([first.id]);
    expect(customerTextIn(plain, [customer, second])).toEqual([]);
  });

  it("is nobody's own if a row from elsewhere says the same", () => {
    const demonstration = { state: {}, message: first.message, output: {} };
    const shown = { ...plain, commands: { ...plain.commands, demonstrations: [demonstration] } };
    expect(customerTextIn(shown, [customer, first])).toEqual([]);
  });
});
