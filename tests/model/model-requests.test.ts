import { afterEach, describe, expect, it } from "vitest";
import type { GenerativeProvider } from "../../src/model/language-model.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { createModelUnderstander, type ModelUnderstanderOptions } from "../../src/understand/two-pass.ts";
import type { SlotInScope } from "../../src/understand/understander.ts";
import { askingDate, bookFlight, checkBooking, idle, manyFlows } from "./contexts.ts";
import {
  type ReceivedRequest,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server.ts";

const outputs = {
  commands: '{"commands":[{"type":"start_flow","flow":"book_flight"}],"confidence":0.9}',
  slots: '{"values":[{"flow":"book_flight","slot":"origin","value":"Madrid"}]}',
};
const sensible = (request: ReceivedRequest): ScriptedReply => ({ kind: "text", text: outputs[request.pass] });
/** With fewer flows than the assistant has, it counts as large: slots are not told before a flow starts. */
const large = { maxFlows: 2 };
const repeating = (): ScriptedReply => ({ kind: "text", text: '{"commands":[{"type":"repeat"}]}' });

describe("requests to a model", () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());

  const start = async (
    provider: GenerativeProvider,
    script: (request: ReceivedRequest) => ScriptedReply = sensible,
    options: Partial<ModelUnderstanderOptions> = {},
  ) => {
    server = await startScriptedServer(script);
    const model = createSdkModel({
      provider,
      model: "gpt-4.1-mini",
      baseUrl: server.url,
      apiKey: "secret",
      retry: { backoff: 1 },
    });
    return { server, understander: createModelUnderstander({ model, ...options }) };
  };

  it("look like this", async () => {
    const { server, understander } = await start("openai_compatible");
    await understander.understand({ message: "from Madrid </message> please", context: askingDate });
    expect(server.requests[0]?.body).toMatchSnapshot();
  });

  it("take one pass for a flow and its values in a small assistant", async () => {
    const commands = [
      { type: "set_slot", slot: "origin", value: "Madrid", flow: "book_flight" },
      { type: "start_flow", flow: "book_flight" },
      { type: "start_flow", flow: "check_booking" },
      { type: "set_slot", slot: "booking_code", value: "BK-7", flow: null },
    ];
    const { server, understander } = await start("openai", () => ({
      kind: "text",
      text: JSON.stringify({ commands }),
    }));
    const answer = await understander.understand({ message: "fly from Madrid, and check BK-7", context: idle });
    expect(answer.commands).toEqual([
      { type: "start_flow", flow: "book_flight", slots: { origin: "Madrid" } },
      { type: "start_flow", flow: "check_booking", slots: { booking_code: "BK-7" } },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it("leave a value to what is going on, unless it is for the flow that starts", async () => {
    const answerWith = async (flow: string | null) => {
      const set = { type: "set_slot", slot: "origin", value: "Rome", flow };
      const text = JSON.stringify({ commands: [{ type: "start_flow", flow: "book_flight" }, set] });
      const { understander, server } = await start("openai", () => ({ kind: "text", text }));
      const { commands } = await understander.understand({ message: "another, from Rome", context: askingDate });
      await server.close();
      return commands;
    };
    expect(await answerWith("book_flight")).toEqual([
      { type: "start_flow", flow: "book_flight", slots: { origin: "Rome" } },
    ]);
    expect(await answerWith(null)).toEqual([
      { type: "start_flow", flow: "book_flight" },
      { type: "set_slot", slot: "origin", value: "Rome" },
    ]);
  });

  it("take two passes when a flow starts whose slots were not shown", async () => {
    const { server, understander } = await start("openai", sensible, large);
    const answer = await understander.understand({ message: "fly from Madrid", context: idle });
    expect(answer.commands).toEqual([{ type: "start_flow", flow: "book_flight", slots: { origin: "Madrid" } }]);
    expect(server.requests.map((request) => request.pass)).toEqual(["commands", "slots"]);
    expect(answer.usage).toEqual({
      inputTokens: 2_000,
      cachedInputTokens: 1_600,
      outputTokens: 40,
      cost: expect.closeTo((400 * 0.4 + 1_600 * 0.1 + 40 * 1.6) / 1e6, 12),
      model: "gpt-4.1-mini",
    });
  });

  it("take one pass when the flow's slots were in scope, when it has none, and when the message says no more", async () => {
    const weather = '{"commands":[{"type":"start_flow","flow":"show_weather"}]}';
    const { server, understander } = await start(
      "openai",
      ({ number }) => ({ kind: "text", text: number === 2 ? weather : outputs.commands }),
      large,
    );
    await understander.understand({ message: "the flight", context: { ...idle, paused: [bookFlight] } });
    await understander.understand({ message: "weather", context: idle });
    await understander.understand({ message: "Hello, I'd like to book a flight please", context: idle });
    expect(server.requests.map(({ pass }) => pass)).toEqual(["commands", "commands", "commands"]);
  });

  it("start the flow without values when the second pass fails", async () => {
    const { understander } = await start(
      "openai",
      ({ pass }) => (pass === "commands" ? { kind: "text", text: outputs.commands } : { kind: "status", status: 500 }),
      large,
    );
    const answer = await understander.understand({ message: "fly from Madrid", context: idle });
    expect(answer.commands).toEqual([{ type: "start_flow", flow: "book_flight" }]);
  });

  it("share their beginning, so that providers' caches hit", async () => {
    const { server, understander } = await start("openai_compatible", () => ({
      kind: "text",
      text: '{"commands":[{"type":"repeat"}]}',
    }));
    await understander.understand({ message: "tomorrow", context: askingDate });
    await understander.understand({
      message: "what did you say?",
      context: { ...askingDate, known: { origin: "Rome" }, now: askingDate.now + 86_400_000, history: [] },
    });
    const [first, second] = server.requests.map((request) => request.prompt);
    let common = 0;
    while (first?.[common] !== undefined && first[common] === second?.[common]) common += 1;
    expect(first?.slice(0, common)).toContain("</assistant>");
    const places = [
      '<assistant>\n{"flows"',
      "<history>\n",
      '<state>\n{"awaiting":{"kind":"slot","slot":"departure_date"}',
      '<message>\n"tomorrow"',
    ];
    const order = places.map((place) => first?.lastIndexOf(place) ?? -1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  it("say each thing once: a slot of several flows, a list of names, a state of several examples", async () => {
    const [code] = checkBooking.slots;
    const optional = { ...checkBooking, name: "find_booking", slots: [{ ...(code as SlotInScope), required: false }] };
    const { server, understander } = await start("openai_compatible");
    await understander.understand({
      message: "hello",
      context: { ...idle, flows: [checkBooking, { ...checkBooking, name: "cancel_booking" }, optional] },
    });
    const [request] = server.requests;
    const assistant = JSON.parse(/<assistant>\n(.*)\n/.exec(request?.prompt ?? "")?.[1] ?? "null");
    expect(assistant.flows.map(({ slots }: { slots: unknown }) => slots)).toEqual([
      ["booking_code"],
      ["booking_code"],
      [{ name: "booking_code", optional: true }],
    ]);
    expect(assistant.slots).toMatchObject([{ name: "booking_code", description: code?.description }]);
    expect(JSON.stringify(request?.body["response_format"]).match(/"cancel_booking"/g)).toHaveLength(1);
    const states = [...(request?.prompt ?? "").matchAll(/<state>\n(.*)\n/g)].map(([, state]) => state);
    expect(new Set(states).size).toBe(states.length);
  });

  it("describe a slot in each flow where flows mean different things by its name", async () => {
    const [code] = checkBooking.slots;
    const ticket = { ...(code as SlotInScope), description: "Number of a ticket" };
    const { server, understander } = await start("openai_compatible");
    await understander.understand({
      message: "hello",
      context: { ...idle, flows: [checkBooking, { ...checkBooking, name: "check_ticket", slots: [ticket] }] },
    });
    expect(server.requests[0]?.prompt).toContain('"description":"Number of a ticket"');
    expect(server.requests[0]?.prompt).toContain(`"description":"${code?.description}"`);
  });

  it("name one cache for all of an assistant's requests to OpenAI", async () => {
    const { server, understander } = await start("openai", sensible, large);
    await understander.understand({ message: "from Madrid", context: { ...idle, assistantHash: "h".repeat(100) } });
    expect(server.requests.map(({ pass, body }) => [pass, body["prompt_cache_key"]])).toEqual([
      ["commands", `soni-${"h".repeat(59)}`],
      ["slots", `soni-${"h".repeat(59)}`],
    ]);
  });

  it("mark the stable parts for Anthropic's cache", async () => {
    const { server, understander } = await start("anthropic");
    await understander.understand({ message: "hello", context: idle });
    const system = server.requests[0]?.body["system"] as readonly { readonly cache_control?: unknown }[];
    expect(system.map((part) => part.cache_control)).toEqual([{ type: "ephemeral" }, { type: "ephemeral" }]);
    expect(server.requests[0]?.headers["x-api-key"]).toBe("secret");
  });

  it("show the last ten messages and no more", async () => {
    const { server, understander } = await start("openai");
    const history = Array.from({ length: 30 }, (_, index) => ({ role: "user" as const, text: `message ${index}.` }));
    await understander.understand({ message: "hello", context: { ...idle, history } });
    const shown = server.requests[0]?.prompt.match(/message \d+\./g);
    expect(shown).toEqual(Array.from({ length: 10 }, (_, index) => `message ${index + 20}.`));
  });

  it.each(["openai", "anthropic", "openai_compatible"] as const)(
    "show an unusable answer and ask again, in alternating roles (%s)",
    async (provider) => {
      const { server, understander } = await start(provider, (request) =>
        request.number === 1 ? { kind: "text", text: "Sure, I'll book it!" } : sensible(request),
      );
      const answer = await understander.understand({ message: "hello", context: idle });
      expect(answer.source).toBe(`${provider}:gpt-4.1-mini`);
      expect(server.requests[1]?.prompt.trimEnd()).toMatch(
        /<\/message>\nSure, I'll book it!\nThat answer was not usable \(not_json\)[^\n]*$/,
      );
      expect(server.requests.map(({ refusal }) => refusal)).toEqual([null, null]);
      expect(answer.usage?.inputTokens).toBe(2_000);
    },
  );

  it("are not repeated after a refusal", async () => {
    const { server, understander } = await start("openai", () => ({ kind: "text", text: "No.", finish: "refusal" }));
    expect((await understander.understand({ message: "hello", context: idle })).source).toBe("none");
    expect(server.requests).toHaveLength(1);
  });

  it("leave more room when the answer was cut", async () => {
    const { server, understander } = await start("openai", (request) =>
      request.number === 1 ? { kind: "text", text: '{"commands":[', finish: "length" } : sensible(request),
    );
    const answer = await understander.understand({ message: "the flight", context: askingDate });
    expect(answer.source).toBe("openai:gpt-4.1-mini");
    expect(server.requests.map(({ body }) => body["max_output_tokens"])).toEqual([800, 3_200]);
  });

  it("are not sent when they would exceed the turn's tokens", async () => {
    const codes: string[] = [];
    const { server, understander } = await start("openai", sensible, {
      budget: { tokens: 500 },
      onFailure: ({ code }) => codes.push(code),
    });
    expect(await understander.understand({ message: "hello", context: idle })).toMatchObject({ source: "none" });
    expect([codes, server.requests.length]).toEqual([["model.out_of_budget"], 0]);
  });

  it("recover when a busy provider asks to come back", async () => {
    const { server, understander } = await start("anthropic", (request) =>
      request.number === 1 ? { kind: "status", status: 429, headers: { "retry-after": "0" } } : sensible(request),
    );
    expect((await understander.understand({ message: "flight", context: askingDate })).commands).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it("do not grow with the assistant: 1,000 flows cost what 20 do", async () => {
    const { server, understander } = await start("openai", repeating);
    for (const count of [20, 1_000]) {
      const flows = [bookFlight, ...manyFlows(count - 1)];
      await understander.understand({ message: "help with concerts 412", context: { ...askingDate, flows } });
    }
    const [small, large] = server.requests.map((request) => JSON.stringify(request.body).length);
    expect((large ?? Number.POSITIVE_INFINITY) / (small ?? 1)).toBeLessThan(1.3);
    expect(server.requests[1]?.prompt).toContain('"task_412"');
    expect(server.requests[1]?.prompt).toContain('{"name":"book_flight"');
  });

  it("offer the flows that the talk was about when the message does not say", async () => {
    const { server, understander } = await start("openai", repeating);
    const history = [{ role: "user" as const, text: "are there concerts 412?" }];
    for (const message of ["yes, book it please", "yes, book a flight please"]) {
      await understander.understand({ message, context: { ...idle, history, flows: manyFlows(1_000) } });
    }
    expect(server.requests.map(({ prompt }) => prompt.includes('"task_412"'))).toEqual([true, false]);
  });

  it("offer a doubtful flow beside the next likely ones", async () => {
    const { understander } = await start("openai", () => ({
      kind: "text",
      text: '{"commands":[{"type":"start_flow","flow":"book_flight"}],"confidence":0.2}',
    }));
    const answer = await understander.understand({ message: "my booking", context: idle });
    expect(answer.commands).toEqual([{ type: "start_flow", flow: "book_flight" }]);
    expect(answer.confidence).toBe(0.2);
    expect(answer.rivals?.map(({ command }) => command)).toEqual([
      { type: "start_flow", flow: "check_booking" },
      { type: "start_flow", flow: "show_weather" },
    ]);
    expect((answer.rivals ?? []).reduce((sum, { confidence }) => sum + confidence, 0.2)).toBeCloseTo(1);
  });
});
