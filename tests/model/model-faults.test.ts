import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerativeProvider } from "../../src/model/language-model.ts";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { withFallback } from "../../src/understand/fallback.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import type { Understander } from "../../src/understand/understander.ts";
import { askingDate } from "./contexts.ts";
import { type Fault, faults } from "./faults.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

const providers: readonly (readonly [GenerativeProvider, string])[] = [
  ["openai", "gpt-4.1-mini"],
  ["anthropic", "claude-haiku-4-5"],
  ["openai_compatible", "local"],
];

/** Milliseconds of a turn: no machine is so slow that a server which answers runs out of them. */
const budget = 60_000;
/** Only a server that never answers is given up on early: a slow machine must not look like a fault. */
const timeoutOf = ({ reply }: Fault): number => (reply.kind === "hang" || reply.kind === "drip" ? 60 : budget);

describe("a failing model", () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer(({ body }) => faultNamed(String(body["model"])).reply);
  });
  afterAll(() => server.close());

  // The model's name tells the server how to fail, so that many can fail at once.
  const failing = (provider: GenerativeProvider, fault: Fault, codes: string[] = []): Understander =>
    createModelUnderstander({
      model: createSdkModel({
        provider,
        model: modelName(fault),
        baseUrl: server.url,
        apiKey: "key",
        retry: { timeout: timeoutOf(fault), backoff: 1 },
      }),
      budget: { milliseconds: budget },
      onFailure: ({ code }) => codes.push(code),
    });

  const check = async (provider: GenerativeProvider, fault: Fault): Promise<void> => {
    const codes: string[] = [];
    const answer = await failing(provider, fault, codes).understand({ message: "20 December", context: askingDate });
    if (typeof fault.expect === "string") {
      expect(answer).toMatchObject({ commands: [], confidence: 0, source: "none" });
      expect(codes).toEqual([expect.stringContaining(fault.expect)]);
    } else expect(answer.commands.map((command) => command.type)).toEqual(fault.expect.salvaged);
  };

  it("is tried in at least 25 ways", () => {
    expect(new Set(faults.map((fault) => fault.name)).size).toBeGreaterThanOrEqual(25);
  });

  describe.each(providers)("of %s", (provider) => {
    it.each(faults.map((fault) => [fault.name, fault] as const))("is harmless: %s", async (_, fault) => {
      await check(provider, fault);
    });
  });

  it("falls back to the embedded understander, which gets its time", async () => {
    const embedded: Understander = {
      understand: async () => ({ commands: [{ type: "affirm" }], confidence: 0.7, source: "embedded" }),
    };
    for (const name of ["hang", "500", "prose", "refusal", "429, retry in an hour"]) {
      const chain = withFallback([failing("openai", faultNamed(modelName({ name }))), embedded]);
      const answer = await chain.understand({ message: "yes", context: askingDate });
      expect([name, answer.source, answer.commands]).toEqual([name, "embedded", [{ type: "affirm" }]]);
    }
  });
});

/** Names become model ids, which the Anthropic client reads for capabilities: keep them plain. */
const modelName = ({ name }: Pick<Fault, "name">): string => `fault-${name.replace(/[^a-zA-Z0-9]+/g, "-")}`;

const faultNamed = (model: string): Fault => {
  const fault = faults.find((candidate) => modelName(candidate) === model);
  if (fault === undefined) throw new Error(`No fault named ${model}`);
  return fault;
};
