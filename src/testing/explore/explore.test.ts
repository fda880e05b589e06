import { describe, expect, it } from "vitest";
import { noModules } from "../../config/load-modules.ts";
import { parseAssistant } from "../../config/parse-assistant.ts";
import { exploreProject } from "./explore.ts";
import { tryRandomUsers } from "./random-users.ts";
import type { LoadedProject } from "./world.ts";

function project(steps: string, code: Partial<LoadedProject> = {}): LoadedProject {
  const text = `version: "1.0"
slots:
  cups: { type: integer, description: Cups, prompt: "How many cups?", constraints: [{ rule: cups < 10 }] }
  size: { type: categorical, description: Size, prompt: "Which size?", values: [small, large] }
  name: { type: string, description: Name, prompt: "Your name?", examples: [Ana, Luis], validator: known }
  code: { type: string, description: Code, prompt: "Your code?", validator: known }
actions:
  look: { description: Look, inputs: [cups], outputs: [enough, found] }
  pay: { description: Pay, inputs: [cups], outputs: [], effect: true }
flows:
  order:
    description: Order
    trigger: { intents: [order] }
    steps:
${steps
  .trim()
  .split("\n")
  .map((line) => `      - ${line.trim()}`)
  .join("\n")}
`;
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  return { ...noModules, findings, validators: { known: () => true }, ...code, assistant };
}

const limits = { depth: 10, states: 300 };
async function explored(steps: string, code: Partial<LoadedProject> = {}) {
  const [flow] = await exploreProject(project(steps, code), limits);
  const told = flow?.findings.map(({ kind, step, conversation }) => ({
    kind,
    step,
    said: conversation.turns.map(({ move: { command } }) => ("value" in command ? command.value : command.type)),
  }));
  return { flow, told };
}

const ask = "{ step: ask, type: collect, slot: cups }";
const sure = '{ step: sure, type: confirm, message: "{cups}?" }';
const pay = "{ step: pay, type: action, call: pay }";
const bye = '{ step: bye, type: say, message: "Bye." }';

describe("exploring a flow", () => {
  it("finds nothing in one that asks, confirms and acts", async () => {
    const { flow, told } = await explored([ask, sure, pay, bye].join("\n"));
    expect(told).toEqual([]);
    expect(flow).toMatchObject({ isComplete: true, unreached: [] });
  });

  it("tells an effect without a yes, with the shortest conversation", async () => {
    const { told } = await explored([ask, pay, bye].join("\n"));
    expect(told).toEqual([{ kind: "unconfirmed_effect", step: "pay", said: ["start_flow", 1] }]);
  });

  it("tells an effect that one branch leads to without a yes, also if only an action's result takes it", async () => {
    const { told } = await explored(`
      ${ask}
      { step: look, type: action, call: look }
      { step: any, type: branch, when: [{ condition: not enough, then: pay }, { else: continue }] }
      ${sure}
      ${pay}
      ${bye}`);
    expect(told).toEqual([{ kind: "unconfirmed_effect", step: "pay", said: ["start_flow", 1] }]);
  });

  it("tells a yes that counted once for an effect that runs twice", async () => {
    const { told } = await explored(`
      ${ask}
      ${sure}
      ${pay}
      { step: more, type: collect, slot: size, force: true }
      { step: again, type: branch, when: [{ condition: size == "large", then: pay_again }, { else: end }] }
      { step: pay_again, type: action, call: pay }`);
    expect(told?.map(({ kind }) => kind)).toContain("unconfirmed_effect");
  });

  it("tells a loop that no answer leaves", async () => {
    const { told } = await explored(`
      { step: ask_size, type: collect, slot: size }
      { step: sure, type: confirm, message: "{size}?", on_deny: ask_size }
      { step: back, type: set, slots: { size: null }, jump_to: ask_size }`);
    expect(told?.[0]).toMatchObject({ kind: "endless_loop", step: "ask_size" });
  });

  it("tells only the question that nobody can answer, and none of those that lead to it", async () => {
    const never = { validators: { known: () => false } };
    const { told } = await explored(
      `{ step: ask_size, type: collect, slot: size }\n{ step: ask_name, type: collect, slot: name }\n${bye}`,
      never,
    );
    expect(told?.map(({ kind, step }) => [kind, step])).toEqual([["impossible_value", "ask_name"]]);
  });

  it("tells a value that nobody can give, and not one that only a validator knows", async () => {
    const never = { validators: { known: () => false } };
    const { told } = await explored(`{ step: ask_name, type: collect, slot: name }\n${bye}`, never);
    expect(told).toEqual([{ kind: "impossible_value", step: "ask_name", said: ["start_flow"] }]);
    const unknown = await explored(`{ step: ask_code, type: collect, slot: code }\n${bye}`, never);
    expect(unknown.told).toEqual([]);
  });

  it("tells a question that is asked twice for no reason that is said", async () => {
    const { told } = await explored(`
      ${ask}
      { step: ask_size, type: collect, slot: size }
      { step: once_more, type: collect, slot: cups, force: true }
      ${bye}`);
    expect(told?.[0]).toMatchObject({ kind: "asked_twice", step: "once_more" });
  });

  it("comes to what only a failure or a special result leads to, and names steps that nothing leads to", async () => {
    const { flow } = await explored(`
      ${ask}
      { step: look, type: action, call: look, on_error: sorry }
      { step: which, type: branch, when: [{ condition: 'found.state == "gone"', then: gone }, { condition: cups > 20, then: many }, { else: bye }] }
      { step: sorry, type: say, message: "Sorry.", jump_to: end }
      { step: gone, type: say, message: "Gone.", jump_to: end }
      { step: many, type: say, message: "Many.", jump_to: end }
      ${bye}`);
    expect(flow).toMatchObject({ isComplete: true, unreached: ["many"], findings: [] });
  });

  it("tells a flow that ends without a word", async () => {
    const { told } = await explored(`${ask}\n{ step: keep, type: set, slots: { total: 3 } }`);
    expect(told).toEqual([{ kind: "no_answer", step: "ask", said: ["start_flow", 1] }]);
  });

  it("stops at its limits, and says so", async () => {
    const [flow] = await exploreProject(project([ask, sure, pay, bye].join("\n")), { depth: 2, states: 300 });
    expect(flow).toMatchObject({ isComplete: false, unreached: [] });
  });
});

describe("random users", () => {
  it("find the same with the same seed", async () => {
    const wrong = project([ask, pay].join("\n"));
    const users = { users: 5, seed: 3, length: 20 };
    const first = await tryRandomUsers(wrong, users);
    expect(first.findings.map(({ kind }) => kind)).toContain("unconfirmed_effect");
    const again = await tryRandomUsers(wrong, users);
    const shown = ({ findings }: typeof first) => findings.map(({ kind, step, seed }) => [kind, step, seed]);
    expect(shown(again)).toEqual(shown(first));
  });

  it("find nothing in a sound assistant", async () => {
    const sound = project([ask, sure, pay, bye].join("\n"));
    expect((await tryRandomUsers(sound, { users: 20, seed: 1, length: 30 })).findings).toEqual([]);
  });
});
