import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { splitOf } from "../../src/optimize/datasets/split.ts";
import { startScriptedServer } from "../model/scripted-server.ts";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

interface Line {
  readonly group: string;
  readonly message: string;
  readonly expected: readonly string[];
  readonly source: string;
  readonly context: { readonly awaiting: string; readonly known?: Readonly<Record<string, unknown>> };
}
const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("soni dataset", () => {
  it.each(["banking", "flight_booking"])("generates rows for %s that pass the check", async (example) => {
    const file = join(await temporaryFolder(), "rows.jsonl");
    const folder = join(examples, example);
    const made = await runCli(["dataset", "generate", folder, "--out", file]);
    expect(made).toMatchObject({ code: 0, output: "" });
    expect(made.errors).toMatch(/^500 rows: \d+ train, \d+ dev, \d+ test, in .*rows\.jsonl\.\n$/);
    const checked = await runCli(["dataset", "check", folder, "--data", file]);
    expect(checked).toEqual({ code: 0, output: "500 rows, no problems.\n", errors: "" });
  });

  it("writes to the output, other rows for another seed, and at most as many as asked for", async () => {
    const given = ["dataset", "generate", join(examples, "banking"), "--rows", "120"];
    const [one, other] = [await runCli(given), await runCli([...given, "--seed", "7"])];
    expect(linesOf(one.output)).toHaveLength(120);
    expect(one.output).not.toBe(other.output);
  });

  it("lets a model paraphrase, but only rows to learn from", async () => {
    const server = await startScriptedServer(({ prompt }) => {
      const [, message = ""] = /"message":"((?:[^"\\]|\\.)*)"/.exec(prompt) ?? [];
      return { kind: "text", text: JSON.stringify({ paraphrases: [`well, ${JSON.parse(`"${message}"`)}`] }) };
    });
    onTestFinished(server.close);
    const folder = await temporaryFolder();
    await cp(join(examples, "banking"), folder, { recursive: true });
    const yaml = await readFile(join(examples, "banking/soni.yaml"), "utf8");
    const model = "  models: { nlu: { provider: openai_compatible, model: scripted, base_url_env: MODEL_URL } }\n";
    await writeFile(join(folder, "soni.yaml"), yaml.replace("settings:\n", `settings:\n${model}`));
    const environment = { MODEL_URL: server.url, SONI_CACHE: await temporaryFolder() };
    const given = ["dataset", "generate", folder, "--rows", "100", "--paraphrase", "1"];
    const { code, output } = await runCli(given, { environment });
    expect(code).toBe(0);
    const written = linesOf(output).filter(({ source }) => source === "paraphrase");
    expect(written.length).toBeGreaterThan(20);
    expect(written.filter((row) => splitOf(row) !== "train")).toEqual([]);
    // Paid once.
    const asked = server.requests.length;
    expect((await runCli(given, { environment })).output).toBe(output);
    expect(server.requests).toHaveLength(asked);
  });

  it("takes the messages of tests, each where it is said", async () => {
    const { code, output } = await runCli(["dataset", "from-tests", join(examples, "banking")]);
    expect(code).toBe(0);
    const rows = linesOf(output);
    expect(rows).toContainEqual(
      expect.objectContaining({
        message: "no, the amount is wrong",
        expected: ["deny amount"],
        source: "tests",
        context: expect.objectContaining({ awaiting: "confirmation", active: "transfer_money" }),
      }),
    );
  });

  it("takes nothing from conversations without consent", async () => {
    const folder = join(examples, "banking");
    const store = join(await temporaryFolder(), "talk.db");
    await runCli(["chat", folder, "--conversation", "ana", "--store", store], {
      lines: ["what's my balance", "checking"],
    });
    const { code, output, errors } = await runCli(["dataset", "from-conversations", folder, "--store", store]);
    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(errors).toContain("0 rows");
    expect(errors).toMatch(/Left out: [1-9]\d* turns without consent/);
  });

  it("says what is wrong with rows, and ends with 1", async () => {
    const file = join(await temporaryFolder(), "rows.jsonl");
    const context = { now: "2026-11-16T10:00:00Z", awaiting: "message" };
    const lines = [
      { context, message: "my card 4111 1111 1111 1111", expected: ["start_flow block_card"] },
      { context, message: "dance", expected: ["start_flow dance"] },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const { code, output } = await runCli(["dataset", "check", join(examples, "banking"), "--data", file]);
    expect(code).toBe(1);
    expect(output).toContain("row.secret");
    expect(output).toContain("label.unknown_flow");
    expect(output).toContain("coverage no row for flows: ");
    expect(output).toContain("2 rows, 2 problems.");
  });

  it.each([
    [["generate", ".", "--rows", "none"], "Write a whole number above 0."],
    [["generate", ".", "--now", "today"], "Write a date and time with its offset"],
    [["generate", join(examples, "banking"), "--paraphrase", "1"], "Paraphrases need a language model"],
    [["make", "."], "Unknown command 'make'"],
  ])("refuses %s in one line", async (given, problem) => {
    const { code, errors } = await runCli(["dataset", ...given]);
    expect(code).toBe(2);
    expect(errors).toMatch(/^soni: [^\n]+\n$/);
    expect(errors).toContain(problem);
  });
});
