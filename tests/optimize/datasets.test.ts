import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scopeOf } from "../../src/cli/eval/data-files.ts";
import { loadAssistant } from "../../src/config/load.ts";
import { checkRows } from "../../src/optimize/datasets/check-rows.ts";
import { generateRows } from "../../src/optimize/datasets/generate/generate.ts";
import { readJsonlRows, writeJsonlRows } from "../../src/optimize/datasets/jsonl-rows.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { findPersonalData, redactText } from "../../src/optimize/datasets/redact.ts";
import { groupOf } from "../../src/optimize/datasets/row.ts";
import { splitOf, splits } from "../../src/optimize/datasets/split.ts";
import { compareCommands } from "../../src/optimize/metrics/compare-commands.ts";
import { labelCoverage } from "../../src/optimize/metrics/label-coverage.ts";

const examples = join(import.meta.dirname, "../../examples");
const open = async (folder: string) => {
  const { assistant } = await loadAssistant(folder);
  if (assistant === null) throw new Error(`${folder} has mistakes`);
  return { assistant, scope: scopeOf(assistant) };
};
const banking = await open(join(examples, "banking"));
const now = "2026-11-16T10:00:00+01:00";
const read = (lines: readonly object[]) =>
  readJsonlRows(lines.map((line) => JSON.stringify(line)).join("\n"), banking.scope);
const row = (message: string, expected: readonly unknown[], more: object = {}) => ({
  context: { now, awaiting: "message" },
  message,
  expected,
  ...more,
});

describe("rows", () => {
  it("are the same after they were written and read", () => {
    const rows = generateRows(banking.assistant, banking.scope, { rows: 300, seed: 3, now });
    const again = readJsonlRows(writeJsonlRows(rows), banking.scope);
    expect(again).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      const other = again[index] ?? row;
      expect({ ...other, expected: [] }).toEqual({ ...row, expected: [] });
      // A number is written as a text, and means the same.
      expect(compareCommands(row.expected, other.expected, row.context).exact).toBe(true);
    }
  });

  it("may be written in YAML with tags and groups", () => {
    const [first, second] = readYamlRows(
      `now: "${now}"
contexts: { idle: { awaiting: message } }
cases:
  - [idle, send 50 to Ana, [start_flow transfer_money, set_slot amount=50, set_slot recipient=Ana]]
  - { context: idle, message: Send 20 to Tom!, expected: [start_flow transfer_money amount=20 recipient=Tom], tags: [short] }
`,
      banking.scope,
    );
    expect(second).toMatchObject({ tags: ["short"], source: "yaml", where: "idle" });
    expect(second?.group).toBe(first?.group);
    expect(second?.id).not.toBe(first?.id);
  });

  it("take a value that is no text as an object", () => {
    const command = { type: "set_slot", slot: "transaction", value: { id: 3 } };
    const [only] = read([row("that one", [command])]);
    expect(only?.expected).toEqual([command]);
    expect(JSON.parse(writeJsonlRows(only === undefined ? [] : [only]))).toMatchObject({ expected: [command] });
  });

  it.each([
    [row("x", [{ type: "set_slot", slot: "amount" }]), "line 1: expected[0]: set_slot needs 'value'"],
    [row("x", [{ type: "affirm", slto: 1 }]), "'slto' is no field of affirm"],
    [row("x", ["affirm"], { context: { now, awaiting: "slot" } }), "No kind of awaiting named 'slot'"],
    [row("x", ["affirm"], { context: { now, awaiting: "message", active: "dance" } }), "No flow named 'dance'"],
    [row("x", ["affirm"], { speaker: "Ana" }), "speaker"],
  ])("name what is wrong: %j", (line, problem) => {
    expect(() => read([line])).toThrow(problem);
  });
});

describe("splits", () => {
  it("keep twins together and have about six, two and two tenths of the groups", () => {
    const counts = { train: 0, dev: 0, test: 0 };
    for (let index = 0; index < 5_000; index += 1) counts[splitOf({ group: `group ${index}` })] += 1;
    expect(counts.train / 5_000).toBeCloseTo(0.6, 1);
    expect(counts.dev / 5_000).toBeCloseTo(0.2, 1);
    expect(counts.test / 5_000).toBeCloseTo(0.2, 1);
    expect(splits).toHaveLength(3);
  });

  it("see twins in messages that differ in values, digits and punctuation alone", () => {
    const group = (message: string, value: unknown) =>
      groupOf({ message, expected: [{ type: "set_slot", slot: "amount", value: value as never }] });
    expect(group("Send 50, please!", 50)).toBe(group("send 1200 please", 1200));
    expect(group("Send 50, please!", 50)).not.toBe(group("Pay 50, please!", 50));
  });
});

describe("a check", () => {
  const codes = (lines: readonly object[]) => checkRows(read(lines), banking.assistant).map(({ code }) => code);

  it("finds a message in two splits", () => {
    const inSplit = (split: string) =>
      Array.from({ length: 50 }, (_, index) => `g${index}`).find((group) => splitOf({ group }) === split);
    const twice = [
      row("my balance?", ["start_flow check_balance"], { group: inSplit("train") }),
      row("My balance", ["start_flow check_balance"], {
        group: inSplit("test"),
        context: { now, awaiting: "slot account", active: "show_transactions" },
      }),
    ];
    expect(codes(twice)).toEqual(["row.duplicate_across_splits"]);
  });

  it("finds copies, contradictions and ids that are used twice", () => {
    const one = row("my balance?", ["start_flow check_balance"]);
    expect(codes([one, one])).toEqual(["row.duplicate"]);
    expect(codes([one, row("my balance?", ["repeat"])])).toEqual(["row.contradiction"]);
    expect(codes([{ ...one, id: "a" }, row("hello", ["chitchat"], { id: "a" })])).toEqual(["row.duplicate_id"]);
  });

  it("finds labels that the assistant does not know, and values that are none", () => {
    expect(codes([row("a", ["start_flow dance"])])).toEqual(["label.unknown_flow"]);
    expect(codes([row("a", ["set_slot shoe_size=42"])])).toEqual(["label.unknown_slot"]);
    expect(codes([row("a", ["set_slot amount=plenty"])])).toEqual(["label.bad_value"]);
    expect(codes([row("a", ["set_slot account=visa account"])])).toEqual([]);
  });

  it("finds what should be in no data set", () => {
    const real = "mail me at ana.lopez@example.org";
    expect(codes([row(real, ["chitchat"])])).toEqual(["row.secret"]);
    expect(codes([row("4321", ["set_slot card_last4=4321"], { source: "conversations" })])).toEqual(["row.secret"]);
    expect(codes([row("***", ["set_slot card_last4=***"], { source: "conversations" })])).toEqual([]);
    expect(codes([row("4321", ["set_slot card_last4=4321"])])).toEqual([]);
  });

  it.each([
    ["my card 4111 1111 1111 1111 is gone", "my card *** is gone"],
    ["4111 1111 1111 1112 has a wrong check digit", "4111 1111 1111 1112 has a wrong check digit"],
    ["pay ES91 2100 0418 4502 0005 1332 now", "pay *** now"],
    ["call +34 612 345 678 or a@b.example", "call *** or ***"],
    ["key sk-abcdef0123456789abcdef", "key ***"],
    ["on 2026-12-20 at 16:30 for 1,200.50 euros, code BK-7", "on 2026-12-20 at 16:30 for 1,200.50 euros, code BK-7"],
  ])("masks '%s'", (text, masked) => {
    expect(redactText(text, "***")).toBe(masked);
    expect(findPersonalData(masked)).toEqual([]);
  });
});

describe.each(["banking", "flight_booking"])("generated rows for %s", async (example) => {
  const { assistant, scope } = await open(join(examples, example));
  const rows = generateRows(assistant, scope, { rows: 500, seed: 1, now });

  it("are at least 300, without a problem, and in every split", () => {
    expect(rows.length).toBeGreaterThanOrEqual(300);
    expect(checkRows(rows, assistant)).toEqual([]);
    for (const split of splits) expect(rows.filter((each) => splitOf(each) === split).length).toBeGreaterThan(30);
  });

  it("cover every command, flow and slot", () => {
    const { commands, flows, slots } = labelCoverage(rows);
    expect([...commands, ...flows, ...slots].filter((covered) => covered.rows === 0)).toEqual([]);
  });

  it("are the same for the same seed and others for another", () => {
    expect(generateRows(assistant, scope, { rows: 500, seed: 1, now })).toEqual(rows);
    const other = generateRows(assistant, scope, { rows: 500, seed: 2, now });
    expect(other.map(({ id }) => id)).not.toEqual(rows.map(({ id }) => id));
    expect(checkRows(other, assistant)).toEqual([]);
  });

  it("show no sensitive value as known", () => {
    for (const { situation } of rows) {
      expect(situation.known["card_last4"] ?? "***").toBe("***");
      expect(situation.last ?? "").not.toContain("4321");
    }
  });
});

it("says that there are no templates for a language", () => {
  const scope = { ...banking.scope, language: "fi" };
  expect(() => generateRows(banking.assistant, scope, { rows: 10, seed: 1, now })).toThrow(
    "There are no templates for the language 'fi', only for en.",
  );
});
