import { describe, expect, it } from "vitest";
import { idle } from "../../tests/model/contexts.ts";
import { startScriptedServer } from "../../tests/model/scripted-server.ts";
import type { Settings, UnderstandingSettings } from "../engine/assistant/settings.ts";
import type { Understander } from "./understander.ts";
import { understanderFromSettings } from "./understander-from-settings.ts";

const nlu: UnderstandingSettings = {
  provider: "embedded",
  timeoutSeconds: 10,
  softTimeoutSeconds: 8,
  historyMessages: 10,
  cache: { enabled: false, ttl: 600, size: 10 },
};
const settingsWith = (changes: Partial<UnderstandingSettings>): Settings =>
  ({
    models: { nlu: { ...nlu, ...changes } },
    limits: { turnSeconds: 30, tokensPerTurn: 20_000, commandsPerMessage: 10 },
  }) as Settings;
const local = { provider: "openai_compatible", model: "local", baseUrlEnv: "LLM_URL" } as const;
const request = { message: "again", context: idle };

/** An embedded understander that counts how often it was opened and asked. */
const counting = () => {
  const counts = { opened: 0, ready: 0, asked: 0, closed: 0 };
  const open = (): Understander => {
    counts.opened += 1;
    return {
      understand: async () => {
        counts.asked += 1;
        return { commands: [{ type: "repeat" }], confidence: 1, source: "embedded" };
      },
      ready: async () => {
        counts.ready += 1;
      },
      close: async () => {
        counts.closed += 1;
      },
    };
  };
  return { counts, open };
};

describe("the understander that the settings ask for", () => {
  it("is the embedded one, opened at once, without any key", async () => {
    const { counts, open } = counting();
    const understander = understanderFromSettings({ settings: settingsWith({}), environment: {}, embedded: open });
    expect([counts.opened, (await understander.understand(request)).source]).toEqual([1, "embedded"]);
  });

  it("is a model, and the embedded one is loaded before it is needed", async () => {
    let working = true;
    const server = await startScriptedServer(() =>
      working ? { kind: "text", text: '{"commands":[{"type":"repeat"}]}' } : { kind: "status", status: 401 },
    );
    const { counts, open } = counting();
    const environment = { LLM_URL: server.url };
    const understander = understanderFromSettings({ settings: settingsWith(local), environment, embedded: open });
    await understander.ready?.();
    expect(counts).toMatchObject({ opened: 1, ready: 1 });
    expect((await understander.understand(request)).source).toBe("openai_compatible:local");
    working = false;
    expect((await understander.understand(request)).source).toBe("embedded");
    await understander.close?.();
    expect(counts).toEqual({ opened: 1, ready: 1, asked: 1, closed: 1 });
    await server.close();
  });

  it("asks each fallback with its own model, address and key", async () => {
    const answering = await startScriptedServer(() => ({ kind: "text", text: '{"commands":[{"type":"repeat"}]}' }));
    const failing = await startScriptedServer(() => ({ kind: "status", status: 503 }));
    const { open } = counting();
    const understander = understanderFromSettings({
      settings: settingsWith({
        ...local,
        timeoutSeconds: 60,
        softTimeoutSeconds: 60,
        fallback: [
          { provider: "openai", model: "gpt-4.1-mini", baseUrlEnv: "DOWN_URL", apiKeyEnv: "DOWN_KEY" },
          { provider: "anthropic", model: "claude-haiku-4-5", baseUrlEnv: "UP_URL", apiKeyEnv: "UP_KEY" },
        ],
      }),
      environment: { LLM_URL: failing.url, DOWN_URL: failing.url, DOWN_KEY: "d", UP_URL: answering.url, UP_KEY: "u" },
      embedded: open,
    });
    expect((await understander.understand(request)).source).toBe("anthropic:claude-haiku-4-5");
    expect(new Set(failing.requests.map(({ protocol, body }) => `${protocol} ${body["model"]}`))).toEqual(
      new Set(["chat local", "responses gpt-4.1-mini"]),
    );
    expect(answering.requests.map(({ headers }) => headers["x-api-key"])).toEqual(["u"]);
    await Promise.all([answering.close(), failing.close()]);
  });

  it("caches when told to", async () => {
    const { counts, open } = counting();
    const settings = settingsWith({ cache: { enabled: true, ttl: 600, size: 10 } });
    const understander = understanderFromSettings({ settings, environment: {}, embedded: open });
    await understander.understand(request);
    expect((await understander.understand(request)).source).toBe("cache");
    expect(counts.asked).toBe(1);
  });

  it("says at start-up what is missing", () => {
    const { open } = counting();
    expect(() => understanderFromSettings({ settings: settingsWith(local), environment: {}, embedded: open })).toThrow(
      /LLM_URL/,
    );
  });
});
