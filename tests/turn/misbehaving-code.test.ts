import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { LoadOptions } from "../../src/config/options.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { ProjectPort } from "../../src/project-code/call-project-code.ts";
import { createSoni, type SoniOptions } from "../../src/runtime/create-soni.ts";
import { callPorts, projectPorts } from "../../src/runtime/project-ports.ts";
import type { MessageInput, Soni } from "../../src/runtime/soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type VirtualClock, virtualClock } from "../support/virtual-clock.ts";
import { misbehaviours } from "./ways-to-misbehave.ts";

const turnSeconds = 5;
const actionSeconds = 3;
const yaml = (host: "direct" | "langgraph", asked: string) => `
settings:
  runtime: { host: ${host} }
  limits: { turn_seconds: ${turnSeconds} }
  flow_management: { max_stack_depth: 1, on_limit_reached: own }
  models: { generate: { provider: openai, model: m } }
slots:
  city: { type: string, description: City, validator: own, prompt: "City?" }
  nick: { type: string, description: Nick, normalizer: own, prompt: "Nick?" }
  plain: { type: string, description: Plain, prompt: "${asked}" }
  code: { type: code, description: Code, prompt: "Code?" }
  result: { type: integer, description: Result, set_by: action }
actions:
  fetch: { description: Fetch, outputs: [result] }
flows:
  hello: { description: Hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hello! }] }
  waiting: { description: Waiting, trigger: { intents: [wait] }, steps: [{ step: ask, type: collect, slot: plain }] }
  place:
    description: Place
    trigger: { intents: [place] }
    steps: [{ step: where, type: collect, slot: city }, { step: said, type: say, message: "Noted." }]
  name:
    description: Name
    trigger: { intents: [name] }
    steps: [{ step: who, type: collect, slot: nick }, { step: said, type: say, message: "Noted." }]
  acting:
    description: Acting
    trigger: { intents: [act] }
    steps: [{ step: go, type: action, call: fetch, timeout: ${actionSeconds} }, { step: said, type: say, message: "Done." }]
  stepping:
    description: Stepping
    trigger: { intents: [step] }
    steps: [{ step: mine, type: mine }, { step: said, type: say, message: "Done." }]
  coding:
    description: Coding
    trigger: { intents: [code] }
    steps: [{ step: which, type: collect, slot: code }, { step: said, type: say, message: "{code} it is." }]
  writing:
    description: Writing
    trigger: { intents: [write] }
    steps: [{ step: text, type: generate, instruction: "Write." }]
`;

const loading: LoadOptions = {
  stackLimits: ["own"],
  steps: { mine: { keys: {} } },
  slotTypes: { code: { conforms: "string" } },
};

const start = (flow: string, slots?: Record<string, string>): Command => ({
  type: "start_flow",
  flow,
  ...(slots === undefined ? {} : { slots }),
});

/** The code of a project that behaves. */
const sound = {
  actions: { fetch: () => ({ result: 1 }) },
  validators: { own: () => true },
  normalizers: { own: (value: never) => value },
  stackLimits: { own: (groups) => ({ do: "cancel", groups }) },
  understander: { understand: async () => ({ commands: [], confidence: 0 }) },
} satisfies Partial<SoniOptions>;

interface Setting {
  /** The options that pass on the misbehaving function. */
  readonly options?: (run: () => unknown) => Partial<SoniOptions>;
  /** The commands that come first. */
  readonly before?: readonly Command[];
  readonly message?: Partial<MessageInput>;
  readonly prepare?: (soni: Soni, run: () => unknown, clock: VirtualClock) => unknown;
  /** The message itself is refused, as far as this port can tell good from bad. */
  readonly mayRefuse?: true;
  /** The conversation began with another version of the assistant. */
  readonly isEdited?: true;
}

/** How each port is reached. A port that is missing here does not compile. */
const settings: Record<Exclude<ProjectPort, "action_runner">, Setting> = {
  action: { options: (run) => ({ actions: { fetch: run } }), message: { command: start("acting") } },
  validator: {
    options: (run) => ({ validators: { own: run as never } }),
    message: { command: start("place", { city: "Rome" }) },
  },
  normalizer: {
    options: (run) => ({ normalizers: { own: run as never } }),
    message: { command: start("name", { nick: "Bob" }) },
  },
  command: {
    options: (run) => ({ commands: { mine: { description: "Mine", schema: z.object({}), handle: run as never } } }),
    message: { command: { type: "custom", name: "mine", arguments: {} } },
  },
  step: {
    options: (run) => ({ steps: { mine: { keys: {}, run: run as never } } }),
    message: { command: start("stepping") },
  },
  slot_type: {
    options: (run) => ({ slotTypes: { code: { conforms: "string", parse: run, format: run } } }),
    message: { command: start("coding", { code: "A1" }) },
  },
  stack_limit: {
    options: (run) => ({ stackLimits: { own: run as never } }),
    before: [start("waiting")],
    message: { command: start("name") },
  },
  migration: {
    options: (run) => ({ migrations: [{ from: { flow: "waiting" }, to: {}, slots: run as never }] }),
    before: [start("waiting", { nothing: "x" })],
    isEdited: true,
    message: { command: { type: "repeat" } },
  },
  understander: { options: (run) => ({ understander: { understand: run as never } }), message: { text: "hello" } },
  knowledge_base: {
    options: (run) => ({ knowledgeBase: { search: run as never } }),
    message: { command: { type: "clarify", topic: "weather", kind: "question", text: "Will it rain?" } },
  },
  writing_model: {
    options: (run) => ({ writingModel: { name: "mine", samples: false, generate: run as never } }),
    message: { command: start("writing") },
  },
  observer: { prepare: (soni, run) => void soni.observe(run as never), message: { command: start("hello") } },
  abandoned: {
    options: (run) => ({ onAbandoned: run as never }),
    before: [start("waiting")],
    async prepare(soni, _, clock) {
      await clock.pass(1_900_000);
      expect(await clock.until(soni.abandon())).toBe(1);
    },
    message: { command: start("hello") },
  },
  log: {
    options: (run) => ({ log: run as never, validators: { own: () => Promise.reject(new Error("to be logged")) } }),
    message: { command: start("place", { city: "Rome" }) },
  },
  check: { message: { command: start("hello") }, mayRefuse: true },
};

const open: { readonly soni: Soni; readonly clock: VirtualClock }[] = [];
afterEach(async () => {
  for (const { soni, clock } of open.splice(0)) await clock.until(soni.close());
});

async function play(port: keyof typeof settings, run: () => unknown, host: "direct" | "langgraph" = "direct") {
  const { options, before = [], message, prepare, isEdited } = settings[port];
  const clock = virtualClock();
  const store = createMemoryStore();
  const logged: (readonly [string, object | undefined])[] = [];
  const project = { ...sound, store, clock, log: (text: string, data?: object) => logged.push([text, data]) };
  const make = (asked: string) =>
    createSoni({
      ...project,
      ...options?.(run),
      assistant: assistantOf(yaml(host, asked), loading),
    } as SoniOptions);
  const earlier = make("Plain?");
  for (const command of before) await clock.until(earlier.processMessage({ conversationId: "c", text: "", command }));
  const soni = isEdited === true ? make("Other?") : earlier;
  open.push({ soni, clock });
  await prepare?.(soni, run, clock);
  const given = { conversationId: "c", text: "", ...message, ...(port === "check" ? { check: run as never } : {}) };
  const begun = clock.elapsed;
  const turn = soni.processMessage(given);
  turn.catch(() => undefined);
  return { soni, clock, turn, logged, begun };
}

describe.each(Object.keys(settings) as (keyof typeof settings)[])("project code behind the port %s", (port) => {
  it.each(Object.keys(misbehaviours))("that %s harms nobody but its own turn", async (way) => {
    const { run } = misbehaviours[way] as (typeof misbehaviours)[string];
    const { soni, clock, turn, begun } = await play(port, run);
    // Another conversation continues while this one waits.
    const other = await clock.until(soni.processMessage({ conversationId: "d", text: "", command: start("hello") }));
    expect(other.messages.map(({ text }) => text)).toContain("Hello!");
    const settled = await clock.until(
      turn.then(
        (result) => result.messages.length,
        (error: unknown) => ({ refused: error }),
      ),
    );
    expect(clock.elapsed - begun).toBeLessThanOrEqual((turnSeconds + actionSeconds) * 1000);
    if (settings[port].mayRefuse !== true) expect(settled).toBeGreaterThan(0);
    // The lease was released, and nothing of it stays behind.
    const next = await clock.until(soni.processMessage({ conversationId: "c", text: "", command: start("hello") }));
    expect(next.messages.length).toBeGreaterThan(0);
    expect(Object.prototype).not.toHaveProperty("ok");
    await clock.until(soni.deleteConversation("c"));
    expect(await soni.getState("c")).toBeNull();
  });
});

describe("every function that a program hands over", () => {
  it("has a port that is tested here", () => {
    const named = new Set<string>([...Object.values(projectPorts), ...Object.values(callPorts)]);
    const tested = new Set<string>([...Object.keys(settings), "action_runner", "data", "trusted"]);
    expect([...named].sort()).toEqual([...tested].sort());
  });
});

describe("an action runner", () => {
  it.each(Object.keys(misbehaviours))("that %s is refused when the assistant is put to work", (way) => {
    const { run } = misbehaviours[way] as (typeof misbehaviours)[string];
    const assistant = assistantOf(yaml("direct", "Plain?"), loading);
    const create = () => createSoni({ ...sound, assistant, actionRunner: run as never });
    if (way === "gives a function") expect(create).not.toThrow();
    else expect(create).toThrow(/^'actionRunner' (failed|must)/);
  });
});

describe("a turn whose code never answers", () => {
  it.each(["direct", "langgraph"] as const)("ends when its time is up, on the host %s", async (host) => {
    const { clock, turn, logged } = await play("validator", () => new Promise(() => undefined), host);
    const { messages, commands } = await clock.until(turn);
    expect(clock.elapsed).toBe(turnSeconds * 1000);
    expect(messages.at(-1)?.text).toBe("City?");
    expect(commands).toMatchObject([{ command: { type: "start_flow" }, result: "done" }]);
    expect(logged).toMatchObject([["validator failed", { port: "validator", name: "own", conversationId: "c" }]]);
  });

  it("shares one deadline: what one function uses up, the next has not", async () => {
    const clock = virtualClock();
    const slow = () => new Promise<boolean>((resolve) => clock.after(4_000, () => resolve(true)));
    const soni = createSoni({
      ...sound,
      clock,
      validators: { own: slow },
      normalizers: { own: () => new Promise<never>(() => undefined) },
      assistant: assistantOf(
        yaml("direct", "Plain?").replace("on_limit_reached: own", "on_limit_reached: cancel_oldest"),
        loading,
      ),
    });
    open.push({ soni, clock });
    const command = [start("place", { city: "Rome" }), start("name", { nick: "Bob" })];
    const { messages } = await clock.until(soni.processMessage({ conversationId: "c", text: "", command }));
    expect(clock.elapsed).toBe(5_000);
    expect(messages.at(-1)?.text).toBe("Nick?");
  });

  it("gives actions the time that their author declared, besides", async () => {
    const clock = virtualClock();
    const slow = (milliseconds: number) => () =>
      new Promise<never>((resolve) => clock.after(milliseconds, () => resolve({ result: 1 } as never)));
    const soni = createSoni({
      ...sound,
      clock,
      validators: { own: () => new Promise<boolean>((resolve) => clock.after(4_000, () => resolve(true))) },
      actions: { fetch: slow(2_900) },
      assistant: assistantOf(yaml("direct", "Plain?"), loading),
    });
    open.push({ soni, clock });
    const command = [start("place", { city: "Rome" }), start("acting")];
    const { messages } = await clock.until(soni.processMessage({ conversationId: "c", text: "", command }));
    expect(messages.map(({ text }) => text)).toContain("Done.");
    expect(clock.elapsed).toBe(6_900);
  });

  it("does not keep the assistant from closing, nor from forgetting the conversation", async () => {
    const { soni, clock, turn } = await play("understander", () => new Promise(() => undefined));
    await clock.until(Promise.all([soni.deleteConversation("c"), turn]));
    expect(clock.elapsed).toBe(turnSeconds * 1000);
    const hung = soni.processMessage({ conversationId: "d", text: "hello" });
    hung.catch(() => undefined);
    await clock.until(soni.close());
    expect(clock.elapsed).toBe(2 * turnSeconds * 1000);
    open.length = 0;
  });

  it("drops what comes later, and says so in the log", async () => {
    const late: ((value: never) => void)[] = [];
    const { clock, turn, logged } = await play("action", () => new Promise<never>((resolve) => late.push(resolve)));
    const { events } = await clock.until(turn);
    expect(events).toContainEqual(expect.objectContaining({ type: "action_ended", code: "action.timeout" }));
    late[0]?.({ result: 1 } as never);
    await clock.pass(0);
    expect(logged.at(-1)).toMatchObject([
      "late result dropped",
      { port: "action", name: "fetch", conversationId: "c" },
    ]);
  });
});
