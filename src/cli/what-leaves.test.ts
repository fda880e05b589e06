import { describe, expect, it } from "vitest";
import { assistantOf } from "../../tests/support/dialogue.ts";
import { whatLeaves } from "./what-leaves.ts";

const flows =
  "flows: { f: { description: F, trigger: { intents: [f] }, steps: [{ step: s, type: say, message: Hi. }] } }";
const settingsOf = (models: string) => assistantOf(`settings: { models: ${models} }\n${flows}`).settings;

describe("the start line", () => {
  it("says that nothing leaves the machine where nothing does", () => {
    expect(whatLeaves(settingsOf("{}"), { environment: { OPENAI_API_KEY: "k" } })).toBe("Nothing leaves this machine.");
  });

  it("names the hosts of models and webhooks, without what else is in their addresses", () => {
    const settings = settingsOf(
      "{ nlu: { provider: openai_compatible, model: m, base_url_env: URL, fallback: [{ provider: anthropic, model: m }] }, generate: { provider: openai, model: m }, rephrase: { enabled: true } }",
    );
    const line = whatLeaves(settings, {
      environment: { URL: "http://user:word@models.example.org:8080/v1" },
      webhook: "https://hooks.example.org/in?token=abc",
    });
    expect(line).toBe(
      "What leaves this machine: messages go to models.example.org:8080; messages go to api.anthropic.com; texts and wordings are written by api.openai.com; answers go to hooks.example.org.",
    );
  });
});
