import { expect, it } from "vitest";
import { scopeOf } from "../../../src/cli/eval/data-files.ts";
import { parseAssistant } from "../../../src/config/parse-assistant.ts";
import type { GenerateRequest, LanguageModel } from "../../../src/model/language-model.ts";
import { readYamlRows } from "../../../src/optimize/datasets/read-yaml-rows.ts";
import { memoryJournal } from "../../../src/optimize/search/journal.ts";
import { type SearchName, type SearchProblem, searchNames } from "../../../src/optimize/search/search.ts";
import { searches } from "../../../src/optimize/search/searches.ts";
import { defaultProgram } from "../../../src/understand/program.ts";
import { simulatedProblem, simulatedRows } from "./simulation.ts";

const yaml = `version: "1.0"
settings: { timezone: UTC }
slots:
  city: { type: string, description: City, prompt: "Where?" }
  card: { type: string, description: Card number, prompt: "Your card?", sensitive: local }
flows:
  room:
    description: Book a room
    trigger: { intents: [I need a room] }
    steps:
      - { step: where, type: collect, slot: city }
      - { step: pay, type: collect, slot: card }
      - { step: done, type: say, message: Booked. }
`;
const { assistant } = parseAssistant([{ file: "soni.yaml", text: yaml }]);
if (assistant === null) throw new Error("the assistant has mistakes");

/** Each is said in words of its own: twins would all be in one split. */
const places = {
  Rome: "Rome",
  Paris: "to Paris please",
  Oslo: "Oslo it is",
  Lima: "I think Lima",
  Cairo: "somewhere in Cairo",
  Delhi: "well, Delhi then",
  Quito: "make it Quito",
  Accra: "near the centre of Accra",
  Seoul: "Seoul sounds good",
  Hanoi: "let us say Hanoi",
  Turin: "the old town of Turin",
  Porto: "by the sea, so Porto",
};
const cities = Object.keys(places);
const cardIn = (city: string): string => `4111 1111 2222 33${10 + cities.indexOf(city)}`;

/** Half of the messages hold a card's number, half of them none. */
const rows = readYamlRows(
  `now: "2026-11-18T10:00:00Z"
contexts:
  ask_city: { awaiting: slot city, active: room, last: "Where?" }
cases:
${Object.entries(places)
  .map(
    ([city, words]) => `  - [ask_city, "${words}", [set_slot city=${city}]]
  - [ask_city, "${words}, with ${cardIn(city)}", [set_slot city=${city}, "set_slot card=${cardIn(city)}"]]`,
  )
  .join("\n")}
`,
  scopeOf(assistant),
);

const recorded = (text: (request: GenerateRequest) => string) => {
  const requests: GenerateRequest[] = [];
  const model: LanguageModel = {
    name: "recorded",
    samples: false,
    generate(request) {
      requests.push(request);
      const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 10 };
      return Promise.resolve({ ok: true, text: text(request), finish: "stop", usage, attempts: 1 });
    },
  };
  return { model, texts: () => requests.map(({ messages }) => messages.map((each) => each.text).join("\n")) };
};

/** The student takes nothing for a command, so that there is something to learn from every row. */
const searched = async (name: SearchName) => {
  const student = recorded(() => '{"commands": [], "confidence": 0.9}');
  const writer = recorded(({ messages }) => `\`\`\`\nWrite ${messages[0]?.text.length} commands.\n\`\`\``);
  const problem: SearchProblem = {
    program: defaultProgram,
    train: rows.filter((_, index) => index % 4 > 1),
    dev: rows.filter((_, index) => index % 4 < 2),
    student: student.model,
    writer: writer.model,
    metric: (row, understood) => ({
      score: understood.length > 0 ? 1 : 0,
      feedback: [`${JSON.stringify(row.expected)} was expected`],
    }),
    effort: "light",
    seed: 1,
    budget: { limits: { calls: 400 }, prices: {}, time: { now: () => 0, after: () => () => undefined }, attempts: 1 },
    journal: memoryJournal(),
  };
  const outcome = await searches[name](problem);
  if (!outcome.ok) throw new Error(outcome.message);
  return { outcome, asked: student.texts(), written: writer.texts() };
};

it.each(searchNames)("%s shows no model a value of a slot that no model may see", async (name) => {
  const { outcome, asked, written } = await searched(name);
  for (const city of cities) expect([...asked, ...written].filter((text) => text.includes(cardIn(city)))).toEqual([]);
  // The other rows of the same assistant are learnt from.
  const demonstrations = outcome.candidates.flatMap(({ program }) => program.commands.demonstrations);
  const shown = [...written, ...demonstrations.map(({ message }) => message)].join("\n");
  expect(cities.filter((city) => shown.includes(city)).length).toBeGreaterThan(2);
});

it("gepa reflects on what a part was shown beside the message, and on the metric's words", async () => {
  const { written } = await searched("gepa");
  const [first = ""] = written.filter((text) => text.includes("It was tried on some texts"));
  expect(first).toMatch(/1\. Read: "[^"]+"\nIn the situation: \{.*"awaiting":\{"kind":"slot","slot":"city"\}/);
  expect(first).toMatch(/Answered: "\(nothing\)"\nFeedback: .*was expected/);
});

it("gepa reflects on the second pass by what that pass was shown, wrote and had to find", async () => {
  const problem = simulatedProblem("both", 2, await simulatedRows(2, { train: 40, dev: 20, test: 0 }));
  const prompts: string[] = [];
  const writer: LanguageModel = {
    ...problem.writer,
    generate(request) {
      prompts.push(request.messages.map(({ text }) => text).join("\n"));
      return problem.writer.generate(request);
    },
  };
  await searches.gepa({ ...problem, writer });
  const second = prompts.filter((text) => text.includes("The second of two steps"));
  expect(second.length).toBeGreaterThan(0);
  for (const text of second) {
    const situations = text.split("\n").filter((line) => line.startsWith("In the situation: "));
    expect(situations.length).toBeGreaterThan(0);
    expect(situations.filter((line) => !line.includes('"started_flows"'))).toEqual([]);
    // In its own terms: this pass writes values, and knows no commands.
    expect(text).toMatch(/\nAnswered: \{"values":\[/);
    expect(text).toMatch(/\nFeedback: (?:the values to find were \w+ = |there was no value to find)/);
  }
});
