import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseProgram } from "../../src/config/schema/program.ts";
import type { OptimizeResult } from "../../src/optimize/report/optimize-result.ts";
import { labels } from "../optimize/simulated-models/labels.ts";
import { type SimulatedModelName, simulatedModels } from "../optimize/simulated-models/models.ts";
import { rows } from "../optimize/simulated-models/rows.ts";
import { startSimulatedServer } from "../optimize/simulated-models/server.ts";
import { type CliRun, ended, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const page = await readFile(join(import.meta.dirname, "../../docs/optimize.md"), "utf8");
const blockOf = (mark: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${mark}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);
const [assistant = ""] = blockOf("yaml");

/** The folder of the page, with so many labelled messages, and a simulated model behind HTTP. */
async function bikeShop(name: SimulatedModelName, count: number) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "bikes/tests/understanding"), { recursive: true });
  await writeFile(join(folder, "bikes/soni.yaml"), assistant);
  await writeFile(join(folder, "bikes/tests/understanding/messages.yaml"), labels(rows(5, count)));
  const server = await startSimulatedServer(simulatedModels[name], 3);
  onTestFinished(server.close);
  const environment = { LLM_URL: server.url, SONI_CACHE: await temporaryFolder() };
  const soni = (...given: readonly string[]) => runCli(given, { folder, environment });
  return { folder, server, environment, soni };
}

describe("docs/optimize.md", () => {
  it("leads from nothing to an applied program", async () => {
    const { folder, soni } = await bikeShop("advisable", 220);
    const lines = blockOf("console walk").flatMap((block) => block.trim().split("\n"));
    expect(lines.length).toBeGreaterThan(6);
    const runs: ({ readonly line: string } & CliRun)[] = [];
    for (const line of lines) runs.push({ line, ...(await soni(...line.replace("$ soni ", "").split(" "))) });
    expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
    const run = (start: string) => runs.find(({ line }) => line.startsWith(`$ soni ${start}`));
    expect(run("optimize bikes --estimate")?.errors).toMatch(/estimate {2}[\d,]+ calls, [\d,]+ tokens/);
    expect(run("optimize bikes --estimate")?.errors).toMatch(
      /time {6}about \d+ minutes, if an answer takes 2 seconds, and an instruction 10/,
    );
    const [id = ""] = /[0-9a-f]{12}/.exec(run("optimize bikes --with")?.output ?? "") ?? [];
    expect(run("optimize bikes --with")?.output).toMatch(
      /^accepted bikes\/programs\/[0-9a-f]{12}\.json\n {2}passed {4}better/,
    );
    expect(run("optimize bikes --with")?.errors).toMatch(/\d+\.\d% -> \d+\.\d%, \d+ programs, [\d,]+ calls, \$\d/);
    // It is applied where it was measured: nothing speaks against it.
    expect(run("optimize apply")?.errors).toBe("");
    expect(run("optimize diff")?.output).toMatch(/^- default \([0-9a-f]+\)\n\+ programs\/[0-9a-f]+\.json/);
    expect(
      run("optimize diff")
        ?.output.split("\n")
        .filter((line) => line.startsWith("+ ")).length,
    ).toBeGreaterThan(1);
    // The setting is in the YAML, whose comments and order are as they were.
    const yaml = await readFile(join(folder, "bikes/soni.yaml"), "utf8");
    expect(yaml).toContain(`program: programs/${id}.json`);
    expect(yaml).toContain("# so that cost is known");
    const [before, after] = runs
      .filter(({ line }) => line === "$ soni eval bikes --split test")
      .map(({ output }) => Number(/\d+ {2}(\d+\.\d)%/.exec(output)?.[1]));
    expect(after).toBeGreaterThan((before ?? 100) + 10);
    // Nothing in the program is a secret of the machine, and it is what loads.
    const artefact = await readFile(join(folder, `bikes/programs/${id}.json`), "utf8");
    expect(parseProgram(artefact)).toMatchObject({ ok: true, content: { made: { id, accepted: true } } });
    expect(artefact).not.toContain(folder);
    const back = await soni("optimize", "apply", "bikes", "default");
    expect(back.code).toBe(0);
    expect(await readFile(join(folder, "bikes/soni.yaml"), "utf8")).not.toContain("program:");
  });
});

describe("soni optimize", () => {
  it("says that nothing is better, and counts no use of the test set", async () => {
    // The model learns from demonstrations only, and this search changes the instruction.
    const { folder, soni } = await bikeShop("imitating", 90);
    const { code, output } = await soni("optimize", "bikes", "--with", "gepa", "--budget-calls", "900");
    expect(code).toBe(2);
    expect(output).toMatch(/^(not better|refused)/);
    const runs = (await readdir(join(folder, "bikes/programs/runs"))).filter((name) => name !== ".gitignore");
    expect(runs).toHaveLength(1);
    expect(await readFile(join(folder, "bikes/programs/runs/.gitignore"), "utf8")).toBe("*\n");
    const report = await readFile(join(folder, `bikes/programs/runs/${runs[0]}/report.html`), "utf8");
    expect(report).toContain("Score over calls");
    if (output.startsWith("not better")) expect(existsSync(join(folder, "bikes/programs/test-uses.jsonl"))).toBe(false);
  });

  it("continues where Ctrl-C stopped it, pays for nothing twice, and ends with the same bytes", async () => {
    const given = ["optimize", "bikes", "--with", "bootstrap", "--json"];
    const { folder, server, environment, soni } = await bikeShop("imitating", 90);
    const child = startCli(given, { folder, environment });
    child.stdin.end();
    await expect.poll(() => server.calls().understand).toBeGreaterThan(60);
    child.kill("SIGINT");
    const stopped = await ended(child);
    expect(stopped).toMatchObject({ code: 130, output: "" });
    expect(stopped.errors).toContain("run the same command with --resume to continue");
    const again = await soni(...given);
    expect(again).toMatchObject({ code: 2, errors: expect.stringContaining("Add --resume to continue") });
    const resumed = await soni(...given, "--resume");
    const paid = server.calls().understand;
    const twice = await soni(...given, "--resume");
    expect(server.calls().understand).toBe(paid);
    expect(JSON.parse(twice.output)).toEqual(JSON.parse(resumed.output));
    // Another folder, the same model: a run that nobody stopped. The two may differ only in what the clock says.
    const other = await bikeShop("imitating", 90);
    const whole = await other.soni(...given);
    const plain = (text: string): OptimizeResult => {
      const result: OptimizeResult = JSON.parse(text);
      return { ...result, spent: { ...result.spent, minutes: 0 } };
    };
    expect(plain(resumed.output)).toEqual(plain(whole.output));
    // Up to eight questions were under way when it was stopped: their answers never came.
    const more = paid - other.server.calls().understand;
    expect(more >= 0 && more <= 8).toBe(true);
  });

  it("never spends more than it may, and says that a budget is too small", async () => {
    const { server, soni } = await bikeShop("advisable", 90);
    const small = await soni("optimize", "bikes", "--with", "bootstrap", "--budget-calls", "60");
    expect(small).toMatchObject({ code: 1, errors: expect.stringContaining("--resume and a larger budget") });
    expect(small.errors).toMatch(/The gate needs \d+ of 60 calls\./);
    expect(server.calls().understand).toBeLessThanOrEqual(60);
    const more = await soni("optimize", "bikes", "--with", "bootstrap", "--budget-calls", "700", "--resume");
    expect([0, 2]).toContain(more.code);
    expect(server.calls().understand).toBeLessThanOrEqual(700);
  });

  it.each([
    [["--with", "magic"], 2, "Allowed choices are bootstrap, mipro, gepa"],
    [["--model", "embedded"], 2, "The embedded understander has no prompts to improve"],
    [["--model", "acme:one"], 2, "No provider named 'acme'"],
    [["--budget-cost", "free"], 2, "Write a number above 0"],
    [["--resume"], 2, "There is no such run"],
    [["--data", "nowhere.yaml"], 1, "There are no labelled messages in 'nowhere.yaml'"],
    [["--data", "few.yaml"], 1, "rows in the split 'train', and 10 are needed"],
    [["--data", "empty.yaml"], 1, "empty.yaml: it is empty: it needs 'now', 'contexts' and 'cases'"],
    [["--data", "wrong.yaml"], 1, "wrong.yaml: 'now' is missing; 'contexts' must be a map, not a list"],
    [["--data", "wrong.jsonl"], 1, "line 1: 'context' is missing; 'message' must be a text, not 5"],
    [["--model", "gpt"], 2, "Use openai, anthropic, openai_compatible;"],
    [["--metric", "f2"], 2, "Did you mean 'f1'?"],
    [["--metric", "nowhere.ts"], 2, "There is no file 'nowhere.ts' with a metric"],
    [["--metric", "nothing.ts"], 1, "nothing.ts must export its metric as the default"],
    [["--metric", "throws.ts"], 1, "The metric in throws.ts threw: it is broken"],
    [["--metric", "nan.ts"], 1, "It returned { score: NaN, feedback: [] }"],
    [["--metric", "syntax.ts"], 1, "The file can't be imported"],
  ])("refuses %j in one line that names the way out", async (more, expected, problem) => {
    const { folder, soni } = await bikeShop("advisable", 90);
    const files = {
      "few.yaml": labels(rows(5, 5)),
      "empty.yaml": "",
      "wrong.yaml": "contexts: []\ncases: []\n",
      "wrong.jsonl": '{"message": 5}\n',
      "nothing.ts": "export const metric = 1;\n",
      "throws.ts": 'export default () => { throw new Error("it is broken"); };\n',
      "nan.ts": "export default () => ({ score: 0 / 0, feedback: [] });\n",
      "syntax.ts": "export default (",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const { code, output, errors } = await soni("optimize", "bikes", ...more);
    expect({ code, output }).toEqual({ code: expected, output: "" });
    expect(errors.split("\n").at(-2)).toMatch(/^soni: [^\n]+$/);
    expect(errors).toContain(problem);
  });

  it("improves what a function of the project measures, in the search and in the gate", async () => {
    const { folder, soni } = await bikeShop("imitating", 90);
    // Only corrections count, and an answer that needs many tokens counts half.
    await writeFile(
      join(folder, "corrections.ts"),
      `interface Row { readonly expected: readonly { readonly type: string }[]; readonly tokens?: number }
export default ({ expected, tokens = 0 }: Row, understood: Row["expected"]) => {
  const wanted = expected.some(({ type }) => type === "correct_slot");
  const right = wanted === understood.some(({ type }) => type === "correct_slot");
  return { score: right ? (tokens > 1_000 ? 0.5 : 1) : 0, feedback: right ? [] : ["this is a correction or none"] };
};
`,
    );
    const given = ["optimize", "bikes", "--with", "bootstrap", "--metric", "corrections.ts", "--json"];
    const { output, errors } = await soni(...given);
    expect(errors).not.toContain("soni:");
    const { metric, candidates, gate }: OptimizeResult = JSON.parse(output);
    expect(metric).toMatch(/^corrections\.ts [0-9a-f]{8}$/);
    // All messages of this shop take more than 1,000 tokens: nothing scores above a half, and the gate says the same.
    expect(new Set(candidates.flatMap(({ scores }) => Object.values(scores)))).toEqual(new Set([0, 0.5]));
    if (gate !== null) expect(Math.abs(gate.comparison.value)).toBeLessThanOrEqual(0.5);
    // Another function is another run.
    await writeFile(join(folder, "corrections.ts"), "export default () => ({ score: 1, feedback: [] });\n");
    expect(await soni(...given, "--resume")).toMatchObject({ code: 2, errors: expect.stringContaining("no such run") });
  });

  it("keeps what customers wrote out of programs and reports unless it is asked for", async () => {
    const { folder, soni } = await bikeShop("imitating", 120);
    const { labelledAsConversations } = await import("../optimize/gate/conversation-rows.ts");
    await writeFile(join(folder, "rows.jsonl"), await labelledAsConversations(rows(5, 120), 0.5));
    const given = ["optimize", "bikes", "--with", "bootstrap", "--data", "rows.jsonl", "--json"];
    const messages = new Set(
      (await readFile(join(folder, "rows.jsonl"), "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { source: string; message: string })
        .flatMap(({ source, message }) => (source === "conversations" ? [message] : [])),
    );
    const shownIn = (output: string): readonly string[] => {
      const { candidates }: OptimizeResult = JSON.parse(output);
      return candidates.flatMap(({ program }) =>
        [program.commands, program.slots].flatMap(({ demonstrations }) =>
          demonstrations.flatMap(({ message }) => (messages.has(message) ? [message] : [])),
        ),
      );
    };
    const quiet = await soni(...given);
    expect(quiet.errors).toMatch(/\d+ of stored conversations are not learnt from/);
    expect(shownIn(quiet.output)).toEqual([]);
    const { devRows }: OptimizeResult = JSON.parse(quiet.output);
    const told = devRows.map(({ label }) => label.replace(/^\[[^\]]*\] /, ""));
    expect(told.filter((label) => messages.has(label))).toEqual([]);
    expect(told.filter((label) => label.startsWith("row ")).length).toBeGreaterThan(0);
    expect(shownIn((await soni(...given, "--learn-from-conversations")).output).length).toBeGreaterThan(0);
  });
});

describe("soni optimize apply", () => {
  it("changes nothing if the assistant does not load with the program, or if there is none", async () => {
    const { folder, soni } = await bikeShop("advisable", 60);
    const none = await soni("optimize", "apply", "bikes");
    expect(none).toMatchObject({ code: 2, errors: expect.stringContaining("No program was accepted yet") });
    await mkdir(join(folder, "bikes/programs"));
    await writeFile(join(folder, "bikes/programs/bad.json"), '{"commands":{"instruction":"","demonstrations":[]}}');
    const bad = await soni("optimize", "apply", "bikes", "bad");
    expect(bad).toMatchObject({ code: 2, errors: expect.stringContaining("commands.instruction: it is empty") });
    const unknown = await soni("optimize", "apply", "bikes", "bda");
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining("Did you mean 'bad'?") });
    expect(await readFile(join(folder, "bikes/soni.yaml"), "utf8")).toBe(assistant);
  });

  it("says what speaks against a program: another model, other flows, a gate that refused it", async () => {
    const { folder, soni } = await bikeShop("advisable", 60);
    const section = { instruction: "List the commands.", demonstrations: [] };
    const program = (made: object) => JSON.stringify({ commands: section, slots: section, made });
    await mkdir(join(folder, "bikes/programs"));
    await writeFile(join(folder, "bikes/programs/own.json"), program({}));
    await writeFile(
      join(folder, "bikes/programs/foreign.json"),
      program({ assistant: "0123456789abcdef", model: "openai:gpt-5", accepted: false }),
    );
    expect(await soni("optimize", "apply", "bikes", "own")).toMatchObject({ code: 0, errors: "" });
    const { code, errors } = await soni("optimize", "apply", "bikes", "foreign");
    expect(code).toBe(0);
    expect(errors).toContain("note The gate refused it. Measure it with 'soni eval bikes'.");
    expect(errors).toContain("It was made for other flows or slots than the assistant has now.");
    expect(errors).toContain("It was made for openai:gpt-5, and the settings name openai_compatible:small.");
  });

  it("is the way out where the settings name a program that is missing", async () => {
    const { folder, soni } = await bikeShop("advisable", 60);
    const file = join(folder, "bikes/soni.yaml");
    await writeFile(
      file,
      assistant.replace("base_url_env: LLM_URL", "base_url_env: LLM_URL, program: programs/gone.json"),
    );
    const checked = await soni("check", "bikes");
    expect(checked.code).toBe(1);
    expect(checked.output + checked.errors).toContain("There is no 'programs/gone.json' in the assistant's folder.");
    expect(await soni("optimize", "apply", "bikes", "default")).toMatchObject({ code: 0 });
    expect(await readFile(file, "utf8")).not.toContain("program:");
    expect(await soni("check", "bikes")).toMatchObject({ code: 0 });
  });
});
