import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Command } from "../engine/commands/command.ts";
import { formatCommand, parseCommandText } from "./command-text.ts";
import { evaluate } from "./evaluate.ts";
import { compareCommands } from "./evaluation-score.ts";
import { formatEvaluation } from "./format-evaluation.ts";
import { readLabelledMessages } from "./labelled-messages.ts";
import type { Understander } from "./understander.ts";

const folder = new URL("../../tests/understanding/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const read = (name: string) => readLabelledMessages(readFileSync(new URL(name, folder), "utf8"));
const all = files.flatMap(read);

/** Answers by the labels themselves, except for the messages it is told to get wrong. */
const knowing = (wrong: Readonly<Record<string, readonly Command[]>> = {}): Understander => ({
  understand: async ({ message, context }) => {
    const known = all.find((one) => one.message === message && one.context.conversationId === context.conversationId);
    const commands = wrong[message] ?? known?.expected ?? [];
    return {
      commands,
      confidence: 1,
      source: "labels",
      usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 1, cost: 0.5 },
    };
  },
});

describe("labelled messages", () => {
  it("are read from every file, and there are at least 150", () => {
    expect(files.length).toBeGreaterThan(1);
    expect(all.length).toBeGreaterThanOrEqual(150);
  });

  it.each([
    "start_flow book_flight",
    "start_flow check_booking booking_code=BK-7",
    "set_slot destination=New York",
    "correct_slot origin=Rio de Janeiro",
    "clarify question cabin",
    "clarify help",
    "deny amount",
    "deny",
    "resume_flow block_card",
    "skip_slot cabin",
    "choose_flow a b",
    "affirm",
  ])("write and read '%s' alike", (text) => {
    const command = parseCommandText(text);
    expect(command === undefined ? undefined : formatCommand(command)).toBe(text);
  });

  it.each([
    ["clarify question topic=cabin", "clarify question cabin"],
    ["deny slot=amount", "deny amount"],
    ["start_flow flow=book_flight origin=Rome", "start_flow book_flight origin=Rome"],
  ])("may name what '%s' means", (text, short) => {
    expect(parseCommandText(text)).toEqual(parseCommandText(short));
  });

  it.each(["", "fly", "start_flow", "set_slot origin", "clarify why", "skip_slot"])("refuse '%s'", (text) => {
    expect(parseCommandText(text)).toBeUndefined();
  });

  it("name what is wrong in a file", () => {
    const start =
      'now: "2026-11-16T10:00:00+01:00"\ntimezone: UTC\nslots: {}\nflows: {}\ncontexts: { idle: { awaiting: message } }\n';
    expect(() => readLabelledMessages(`${start}cases: [[idle, hi, [fly]]]`)).toThrow(/'fly' is not a command/);
    expect(() => readLabelledMessages(`${start}cases: [[nowhere, hi, [repeat]]]`)).toThrow(
      /No context named 'nowhere'/,
    );
  });
});

describe("a file without flows of its own", () => {
  const text =
    'now: "2026-11-16T10:00:00Z"\ncontexts: { idle: { awaiting: message }, inside: { awaiting: message, active: hidden } }\ncases: [[idle, hi, [repeat]], [inside, hi, [repeat]]]';
  const flow = (name: string) => ({ name, description: name, examples: [], slots: [] });
  const assistant = {
    hash: "h",
    flows: [flow("open"), flow("hidden")],
    startable: [flow("open")],
    timezone: "Europe/Madrid",
    language: "es",
  };

  it("is about those of its assistant", () => {
    const [idle, inside] = readLabelledMessages(text, assistant);
    expect(idle?.context).toMatchObject({ timezone: "Europe/Madrid", language: "es", assistantHash: "h" });
    expect(idle?.context.flows.map(({ name }) => name)).toEqual(["open"]);
    expect(inside?.context.active?.name).toBe("hidden");
  });

  it("cannot stand alone", () => {
    expect(() => readLabelledMessages(text)).toThrow(/timezone/);
    expect(() => readLabelledMessages(`timezone: UTC\n${text}`)).toThrow(/No flow named 'hidden'/);
  });
});

describe("an evaluation", () => {
  it("is perfect for whoever knows the labels", async () => {
    const result = await evaluate(knowing(), all);
    expect(result).toMatchObject({ messages: all.length, exact: 1, failures: [], confusedFlows: [] });
    expect(result.overall.f1).toBe(1);
    expect(result.cost).toBe(all.length * 0.5);
  });

  it("counts what was missed, invented and confused", async () => {
    const cases = read("flight-booking.yaml").filter(({ message }) => ["check my booking", "hello"].includes(message));
    const wrong = { "check my booking": [{ type: "start_flow", flow: "book_flight" }, { type: "affirm" }] } as const;
    let time = 0;
    const result = await evaluate(knowing(wrong), cases, {
      now: () => {
        time += 5;
        return time;
      },
    });
    expect(result).toMatchObject({
      messages: 2,
      exact: 0.5,
      latency: { p50: 5, p95: 5, mean: 5 },
      sources: { labels: 2 },
    });
    expect(result.confusedFlows).toEqual([{ expected: "check_booking", understood: "book_flight", count: 1 }]);
    expect(result.overall).toMatchObject({ expected: 2, understood: 3, correct: 1, precision: 1 / 3, recall: 0.5 });
    const failures = formatEvaluation(result).find((table) => table.name === "failures");
    expect(failures?.rows).toEqual([
      ["idle", "check my booking", "start_flow check_booking", "start_flow book_flight, affirm"],
    ]);
  });

  it("takes a flow with values for the flow and its values", () => {
    const separate: Command[] = [
      { type: "start_flow", flow: "book_flight" },
      { type: "set_slot", slot: "amount", value: "50" },
    ];
    const together: Command[] = [{ type: "start_flow", flow: "book_flight", slots: { amount: 50.0 }, confidence: 0.4 }];
    expect(compareCommands(separate, together)).toMatchObject({ missed: [], invented: [] });
  });

  it("accepts any topic where the label names none", () => {
    const expected: Command[] = [{ type: "clarify", kind: "question", topic: "" }];
    const understood: Command[] = [{ type: "clarify", kind: "question", topic: "luggage" }];
    expect(compareCommands(expected, understood).missed).toEqual([]);
    expect(compareCommands(understood, expected).missed).toHaveLength(1);
  });
});
