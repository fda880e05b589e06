import { describe, expect, it } from "vitest";
import { modelFromSettings } from "./model-from-settings.ts";

describe("a model from settings", () => {
  it("is named after provider and model, and samples only above temperature 0", () => {
    const environment = { OPENAI_API_KEY: "key" };
    const model = modelFromSettings({ provider: "openai", model: "gpt-4.1" }, { environment });
    expect([model.name, model.samples]).toEqual(["openai:gpt-4.1", false]);
    expect(modelFromSettings({ provider: "openai", model: "m", temperature: 0.7 }, { environment }).samples).toBe(true);
  });

  it.each([
    [{ provider: "embedded" }, {}, "model.not_generative"],
    [{ provider: "openai" }, {}, "model.no_name"],
    [{ provider: "openai", model: "m" }, {}, "model.no_key"],
    [{ provider: "anthropic", model: "m" }, { OPENAI_API_KEY: "x" }, "model.no_key"],
    [{ provider: "openai_compatible", model: "m" }, {}, "model.no_url"],
    [{ provider: "openai_compatible", model: "m", baseUrlEnv: "LLM_URL" }, {}, "model.no_variable"],
    [{ provider: "openai", model: "m", apiKeyEnv: "MY_KEY" }, { OPENAI_API_KEY: "x" }, "model.no_variable"],
  ] as const)("that %o cannot make says what is missing", (settings, environment, code) => {
    expect(() => modelFromSettings(settings, { environment })).toThrow(expect.objectContaining({ code }));
  });

  it("needs no key where the server asks for none", () => {
    const settings = { provider: "openai_compatible", model: "m", baseUrlEnv: "LLM_URL" } as const;
    expect(modelFromSettings(settings, { environment: { LLM_URL: "http://127.0.0.1:1/v1" } }).name).toBe(
      "openai_compatible:m",
    );
  });
});
