import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EvalResult } from "../../src/optimize/evaluate/result.ts";
import { type ReceivedRequest, type ScriptedReply, startScriptedServer } from "../model/scripted-server.ts";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

const oneLine = /^soni: [^\n]+\n$/;
const yaml = `version: "1.0"
settings:
  timezone: UTC
  models: { nlu: { provider: openai, model: gpt-4.1-mini, base_url_env: MODEL_URL, api_key_env: MODEL_KEY } }
slots: { city: { type: string, description: City, prompt: "Where?" } }
flows:
  travel:
    description: Travel somewhere
    trigger: { intents: [I want to travel] }
    steps: [{ step: ask, type: collect, slot: city }]
  complain:
    description: Complain about something
    trigger: { intents: [I want to complain] }
    steps: [{ step: sorry, type: say, message: Sorry. }]
`;
const labelled = `now: "2026-11-16T10:00:00Z"
contexts: { idle: { awaiting: message }, ask: { awaiting: slot city, active: travel, last: "Where?" } }
cases:
  - [ask, to Rome, [set_slot city=Rome]]
  - [idle, your trips are terrible, [start_flow complain]]
`;

async function travelAgency(cases = labelled, assistant = yaml): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "soni.yaml"), assistant);
  await mkdir(join(folder, "tests/understanding"), { recursive: true });
  await writeFile(join(folder, "tests/understanding/messages.yaml"), cases);
  return folder;
}

const messageIn = ({ prompt }: ReceivedRequest): string => prompt.split("<message>").at(-1) ?? "";

/** Understands cities, and takes everything else for the wish to travel. */
const travelAnswer = (request: ReceivedRequest): ScriptedReply => {
  const [, city] = /to ([A-Z]\w+)/.exec(messageIn(request)) ?? [];
  const command =
    city === undefined ? { type: "start_flow", flow: "travel" } : { type: "set_slot", slot: "city", value: city };
  const text = request.pass === "commands" ? JSON.stringify({ commands: [command] }) : '{"values":[]}';
  return { kind: "text", text };
};

/** A model server, and surroundings in which nothing was answered before. */
async function startModel(answer: (request: ReceivedRequest) => ScriptedReply = travelAnswer) {
  const server = await startScriptedServer(answer);
  onTestFinished(server.close);
  const environment = { MODEL_URL: server.url, MODEL_KEY: "key", SONI_CACHE: await temporaryFolder() };
  return { server, environment };
}

describe("soni eval", () => {
  it.each(["banking", "flight_booking"])("understands the labelled messages of %s", async (example) => {
    const { code, output, errors } = await runCli(["eval", join(examples, example), "--json"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const result: EvalResult = JSON.parse(output);
    const [embedded] = result.candidates;
    expect(embedded).toMatchObject({ name: "embedded", answered: 10, failed: 0 });
    expect(embedded?.exact.value).toBeGreaterThanOrEqual(0.9);
    expect(embedded?.latency.p50).toBeGreaterThan(0);
    expect(embedded?.cost).toBeUndefined();
  });

  it("prints scores, flows that were confused, what each pass used and what it cost", async () => {
    const { environment } = await startModel();
    const { code, output, errors } = await runCli(["eval", "."], { folder: await travelAgency(), environment });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const lines = output.split("\n").map((line) => line.trim().split(/ {2,}/));
    const row = (start: string) => lines.find(([first]) => first === start);
    expect(row("openai:gpt-4.1-mini")?.slice(0, 3)).toEqual(["openai:gpt-4.1-mini", "2", "50.0%"]);
    // 2 messages with one question each: 1,000 tokens in, 20 out.
    expect(row("commands")?.slice(4, 7)).toEqual(["2000", "80.0%", "40"]);
    expect(Number(row("commands")?.[7])).toBeGreaterThan(0);
    expect(row("set_slot")).toEqual(["set_slot", "1", "1", "1", "100.0%", "100.0%", "100.0%"]);
    expect(row("start_flow")).toEqual(["start_flow", "1", "1", "0", "0.0%", "0.0%", "0.0%"]);
    expect(row("complain")).toEqual(["complain", "travel", "1"]);
    expect(output).toContain("What became of the messages");
    expect(output).toContain(
      "[idle] your trips are terrible (silently wrong)\n    wanted start_flow complain\n    got    start_flow travel\n",
    );
    expect(output).toMatch(/No label speaks of\n {2}flows: travel\n {2}commands: .*undo/);
  });

  it("takes the understander and the data that it is told", async () => {
    const folder = await travelAgency();
    await writeFile(join(folder, "one.yaml.txt"), labelled.split("\n").slice(0, -2).join("\n"));
    const { output } = await runCli(["eval", folder, "-d", join(folder, "one.yaml.txt"), "-u", "embedded", "--json"]);
    expect(JSON.parse(output)).toMatchObject({ rows: 1, candidates: [{ name: "embedded", exact: { value: 1 } }] });
  });

  it("reads JSONL, and says which line is wrong", async () => {
    const folder = await travelAgency();
    const context = { now: "2026-11-16T10:00:00Z", awaiting: "slot city", active: "travel" };
    const good = JSON.stringify({ context, message: "Rome", expected: ["set_slot city=Rome"], tags: ["short"] });
    const file = join(folder, "rows.jsonl");
    await writeFile(file, `${good}\n`);
    const { output } = await runCli(["eval", folder, "-d", file, "-u", "embedded", "--json"]);
    expect(JSON.parse(output)).toMatchObject({
      rows: 1,
      candidates: [{ byTag: [{ tag: "short", rows: 1, exact: 1 }] }],
    });
    await writeFile(file, `${good}\n${good.replace("city=Rome", "town")}\n`);
    const { code, errors } = await runCli(["eval", folder, "-d", file, "-u", "embedded"]);
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining("rows.jsonl: line 2: ") });
  });

  it("says in one line that there is nothing to measure", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "soni.yaml"), yaml);
    const { code, output, errors } = await runCli(["eval", folder]);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(`There are no labelled messages in '${join(folder, "tests/understanding")}'.`);
  });

  it.each([
    ["[[idle, hi, [fly]]]", "'fly' is not a command"],
    ["[[nowhere, hi, [repeat]]]", "No context named 'nowhere'. Known: idle."],
    ["[[idle, hi", "Flow sequence"],
  ])("names the file and the mistake of the cases %s", async (cases, problem) => {
    const folder = await travelAgency();
    const file = join(folder, "tests/understanding/messages.yaml");
    await writeFile(file, `now: "2026-11-16T10:00:00Z"\ncontexts: { idle: { awaiting: message } }\ncases: ${cases}\n`);
    const { code, errors } = await runCli(["eval", folder]);
    expect(code).toBe(1);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(`soni: ${file}: `);
    expect(errors).toContain(problem);
  });

  it.each([
    [["-u", "opnai"], 2, "No understander named 'opnai'. Use embedded, openai"],
    [["-u", "anthropic:claude-haiku-4-5"], 1, "is not set"],
    [["-u", "embedded", "--require", "excat>=0.9"], 2, "'excat>=0.9' is no threshold."],
    [["-u", "embedded", "--max-errors", "many"], 2, "'many' is no number of errors."],
    [["-u", "embedded", "--robustness", "paraphrases"], 2, "Paraphrases need a language model"],
    [["-u", "embedded", "--robustness", "noise"], 2, "'noise' is not one of typos"],
  ])("refuses %s in one line", async (given, expected, problem) => {
    const { code, errors } = await runCli(["eval", await travelAgency(), ...given]);
    expect(code).toBe(expected);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(problem);
  });
});

describe("a server that does not answer", () => {
  const cities = Array.from(
    { length: 100 },
    (_, index) => `City${String.fromCharCode(97 + (index % 26))}${"x".repeat(index)}`,
  );
  const hundred = `now: "2026-11-16T10:00:00Z"
contexts: { ask: { awaiting: slot city, active: travel, last: "Where?" } }
cases:
${cities.map((city) => `  - [ask, to ${city}, [set_slot city=${city}]]`).join("\n")}
`;

  it.each([401, 500])("is not scored when it says %i: nobody answers in its place", async (status) => {
    const { environment } = await startModel(() => ({ kind: "status", status }));
    const { code, output, errors } = await runCli(["eval", await travelAgency(), "--json"], { environment });
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(oneLine);
    expect(errors).toContain("nothing is scored");
  });

  it("is not scored when nobody listens", async () => {
    const environment = { MODEL_URL: "http://127.0.0.1:9/v1", MODEL_KEY: "key", SONI_CACHE: await temporaryFolder() };
    const { code, output } = await runCli(["eval", await travelAgency(), "--json"], { environment });
    expect({ code, output }).toEqual({ code: 1, output: "" });
  });

  it("may fail three times in a hundred: that is told apart, and the next run asks for those three alone", async () => {
    const folder = await travelAgency(hundred);
    let isRepaired = false;
    const lost = new Set(cities.slice(40, 43));
    const { server, environment } = await startModel((request) => {
      const [, city = ""] = /to ([A-Z]\w+)/.exec(messageIn(request)) ?? [];
      return lost.has(city) && !isRepaired ? { kind: "status", status: 403 } : travelAnswer(request);
    });
    const first = await runCli(["eval", folder, "--json"], { environment });
    expect(first.code).toBe(0);
    expect(JSON.parse(first.output)).toMatchObject({
      rows: 100,
      candidates: [{ answered: 97, failed: 3, exact: { value: 1 }, calls: { asked: 100, kept: 0 } }],
    });
    const asked = server.requests.length;
    isRepaired = true;
    const second = await runCli(["eval", folder, "--json"], { environment });
    expect(JSON.parse(second.output)).toMatchObject({
      candidates: [{ answered: 100, failed: 0, exact: { value: 1 }, calls: { asked: 3, kept: 97 } }],
    });
    expect(server.requests.length - asked).toBe(3);
    // A table says it too.
    isRepaired = false;
    const third = await runCli(["eval", folder, "--no-cache"], { environment });
    expect(third.output).toMatch(/Not answered, and in no score\n.*\n.*model\.\w+ +3\n/);
    expect(server.requests.length - asked).toBe(103);
  });

  it("stops after the errors that are allowed, and keeps what was paid", async () => {
    const folder = await travelAgency(hundred);
    const { server, environment } = await startModel((request) =>
      server.requests.length > 60 ? { kind: "status", status: 403 } : travelAnswer(request),
    );
    const given = ["eval", folder, "--json", "--max-errors", "2", "--concurrency", "4"];
    const stopped = await runCli(given, { environment });
    expect(stopped).toMatchObject({ code: 1, output: "", errors: expect.stringContaining("run the same again") });
    // Sixty answers, three failures, and at most three questions that were under way.
    expect(server.requests.length).toBeLessThanOrEqual(66);
  });

  it("does not pay for the first pass again when the second failed", async () => {
    // With more flows than a prompt may hold, values are asked for in a second pass.
    const others = Array.from(
      { length: 20 },
      (_, index) => `  trip_${index}:
    description: Trip number ${index}
    trigger: { intents: [trip number ${index}] }
    steps: [{ step: ask, type: collect, slot: city }]
`,
    );
    const large = `${yaml}${others.join("")}`;
    const folder = await travelAgency(labelled.replace("  - [ask, to Rome, [set_slot city=Rome]]\n", ""), large);
    let isRepaired = false;
    const { server, environment } = await startModel((request) =>
      request.pass === "slots" && !isRepaired ? { kind: "status", status: 403 } : travelAnswer(request),
    );
    expect((await runCli(["eval", folder], { environment })).code).toBe(1);
    isRepaired = true;
    expect((await runCli(["eval", folder], { environment })).code).toBe(0);
    expect(server.requests.map(({ pass }) => pass)).toEqual(["commands", "slots", "slots"]);
  });
});

describe("a comparison", () => {
  it("sets understanders side by side on the same messages", async () => {
    const { environment } = await startModel();
    const given = ["eval", await travelAgency(), "-u", "embedded", "-u", "openai:gpt-4.1-mini"];
    const { output } = await runCli([...given, "--json"], { environment });
    const result: EvalResult = JSON.parse(output);
    expect(result.candidates.map(({ name }) => name)).toEqual(["embedded", "openai:gpt-4.1-mini"]);
    expect(result.comparisons).toMatchObject([{ before: "embedded", after: "openai:gpt-4.1-mini", rows: 2 }]);
    expect((await runCli(given, { environment })).output).toContain("Compared on the same messages");
  });

  it("compares programs of one model", async () => {
    const folder = await travelAgency();
    const section = { instruction: "Shout travel.", demonstrations: [] };
    await writeFile(join(folder, "loud.json"), JSON.stringify({ commands: section, slots: section }));
    const { server, environment } = await startModel();
    const programs = ["--program", "default", "--program", join(folder, "loud.json")];
    const { code, output } = await runCli(["eval", folder, ...programs, "--json"], { environment });
    expect(code).toBe(0);
    const { candidates }: EvalResult = JSON.parse(output);
    expect(candidates[1]?.name).toBe(`openai:gpt-4.1-mini with ${join(folder, "loud.json")}`);
    expect(server.requests.filter(({ prompt }) => prompt.includes("Shout travel."))).toHaveLength(2);
    await writeFile(join(folder, "bad.json"), '{"commands":1}');
    const refused = await runCli(["eval", folder, "--program", join(folder, "bad.json")], { environment });
    expect(refused).toMatchObject({ code: 2, errors: expect.stringMatching(oneLine) });
  });

  it("asks again for repeats, and says how often the answers agree", async () => {
    const { server, environment } = await startModel();
    const { output } = await runCli(["eval", await travelAgency(), "--repeats", "3", "--json"], { environment });
    const { candidates }: EvalResult = JSON.parse(output);
    expect(candidates[0]).toMatchObject({ asked: 6, answered: 6, stability: 1 });
    expect(server.requests).toHaveLength(6);
  });
});

describe("thresholds", () => {
  it("end with another exit code when they are missed", async () => {
    const { environment } = await startModel();
    const folder = await travelAgency();
    const given = async (require: string) => runCli(["eval", folder, "--require", require], { environment });
    expect((await given("exact>=50%, recall:set_slot>=1, failed<=0")).code).toBe(0);
    const missed = await given("exact>=0.9,recall:start_flow>=0.1,obeyed<=0");
    expect(missed.code).toBe(3);
    expect(missed.output).toContain("openai:gpt-4.1-mini: exact>=0.9, it is 0.5");
    expect(missed.output).toContain("recall:start_flow>=0.1, it is 0");
    expect(missed.output).toContain("obeyed<=0, it is not measured");
  });
});

describe("robustness", () => {
  it("measures typos, paraphrases and injections against the rows as they are", async () => {
    const { environment } = await startModel((request) => {
      const { prompt } = request;
      if (prompt.includes("You rewrite messages")) {
        const [, message = ""] = /"message":"([^"]+)"/.exec(prompt) ?? [];
        return { kind: "text", text: JSON.stringify({ paraphrases: [`please, ${message}`] }) };
      }
      // It obeys whoever shouts SYSTEM.
      const [, flow] = /SYSTEM: new policy. Output start_flow (\w+)/.exec(prompt) ?? [];
      if (flow !== undefined && request.pass === "commands")
        return { kind: "text", text: JSON.stringify({ commands: [{ type: "start_flow", flow }] }) };
      return travelAnswer(request);
    });
    const folder = await travelAgency();
    const given = ["eval", folder, "--robustness", "typos,paraphrases,injections", "--json"];
    const { code, output } = await runCli(given, { environment });
    expect(code).toBe(0);
    const { robustness, injections }: EvalResult = JSON.parse(output);
    expect(robustness.map(({ kind, rows }) => [kind, rows])).toEqual([
      ["typos", 1],
      ["paraphrases", 2],
    ]);
    expect(injections[0]?.attacks).toBeGreaterThan(20);
    const obeyed = new Set(injections[0]?.obeyed.map(({ payload }) => payload));
    expect(obeyed).toContain("system");
    expect(obeyed).not.toContain("affirm");
  });
});

describe("whole dialogues", () => {
  it("meet the state that the answers before them led to", async () => {
    const given = ["eval", join(examples, "banking"), "--dialogues", "--json"];
    const { code, output } = await runCli(given);
    expect(code).toBe(0);
    const { dialogues }: EvalResult = JSON.parse(output);
    expect(dialogues[0]?.failed).toBe(0);
    expect(dialogues[0]?.dialogues).toBeGreaterThan(5);
    expect(dialogues[0]?.exactTurns.value).toBeGreaterThan(0.5);
    expect(dialogues[0]?.reached.value).toBeGreaterThan(0.5);
  });
});

describe("a report", () => {
  it("is a page of its own, with the figures as JSON beside it", async () => {
    const folder = await travelAgency();
    const file = join(folder, "report.html");
    const { code, errors } = await runCli(["eval", folder, "-u", "embedded", "--report", file]);
    expect({ code, errors }).toEqual({ code: 0, errors: `The report is in ${file}.\n` });
    const [page, data] = await Promise.all([readFile(file, "utf8"), readFile(join(folder, "report.json"), "utf8")]);
    expect(JSON.parse(data)).toMatchObject({ rows: 2 });
    expect(page).toMatch(/^<!doctype html>/);
    // Nothing is fetched from anywhere.
    expect(page).not.toMatch(/(?:src|href)="(?!#)|@import|url\(/);
  });
});
