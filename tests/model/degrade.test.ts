import { afterEach, describe, expect, it } from "vitest";
import { createModelsInUse } from "../../src/model/models-in-use.ts";
import { createSdkModel, type SdkModelOptions } from "../../src/model/sdk-model.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { askingDate } from "./contexts.ts";
import type { CompatibleServer } from "./emulators/compatible-rules.ts";
import { isObject, listOf } from "./emulators/rule.ts";
import {
  type EmulatorOptions,
  type ReceivedRequest,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server.ts";

const good: ScriptedReply = { kind: "text", text: '{"commands":[{"type":"repeat"}],"confidence":0.9}' };

/** How an answer was asked for, and whether instructions were a message of their own. */
const formOf = ({ body }: ReceivedRequest): string => {
  const format = body["response_format"] ?? (isObject(body["text"]) ? body["text"]["format"] : undefined);
  const schema = isObject(format) ? (format["json_schema"] ?? format) : null;
  const isStrict = isObject(schema) && schema["strict"] === true;
  const kind = isObject(format)
    ? format["type"] === "json_schema"
      ? isStrict
        ? "strict"
        : "schema"
      : "json"
    : "text";
  const hasSystem = listOf(body["messages"]).some((each) => isObject(each) && each["role"] === "system");
  return hasSystem || body["messages"] === undefined ? kind : `${kind} without system`;
};

describe("a server that does not know everything", () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());
  const start = async (
    options: EmulatorOptions,
    script: (request: ReceivedRequest) => ScriptedReply = () => good,
    more: Partial<SdkModelOptions> = {},
  ) => {
    server = await startScriptedServer(script, options);
    const { requests, url } = server;
    const models = createModelsInUse();
    const model = createSdkModel({
      provider: "openai_compatible",
      model: "local",
      baseUrl: url,
      apiKey: "key",
      retry: { backoff: 1 },
      models,
      ...more,
    });
    const understander = createModelUnderstander({ model });
    return { requests, models, ask: () => understander.understand({ message: "again", context: askingDate }) };
  };

  it.each<[CompatibleServer, string[]]>([
    ["full", ["strict"]],
    ["noSystem", ["strict", "strict without system"]],
    ["noStrict", ["strict", "strict", "schema"]],
    ["jsonOnly", ["strict", "strict", "schema", "json"]],
    ["jsonOnly422", ["strict", "strict", "schema", "json"]],
    ["plain", ["strict", "strict", "schema", "json", "text"]],
    ["plain500", ["strict", "strict", "schema", "json", "text"]],
    ["plain501", ["strict", "strict", "schema", "json", "text"]],
    [
      "plainNoSystem",
      ["strict", "strict without system", "schema without system", "json without system", "text without system"],
    ],
    ["reasoning", ["strict", "strict"]],
  ])("(%s) is asked in the next best way, and that is remembered", async (chat, forms) => {
    const { requests, models, ask } = await start({ chat });
    expect((await ask()).source).toBe("openai_compatible:local");
    expect(requests.map(formOf)).toEqual(forms);
    expect((await ask()).commands).toEqual([{ type: "repeat" }]);
    expect(requests.slice(forms.length).map(formOf)).toEqual(forms.slice(-1));
    const [first = ""] = (forms.at(-1) ?? "").split(" ");
    expect(models.figures().map(({ format, breaker }) => [format, breaker])).toEqual([[first, "closed"]]);
  });

  it("is asked in the best way again after an hour", async () => {
    let now = 0;
    const time = { now: () => now, after: () => () => undefined };
    const { requests, ask } = await start({ chat: "plain" }, undefined, { time });
    await ask();
    now += 3_599_999;
    await ask();
    expect(requests.slice(-1).map(formOf)).toEqual(["text"]);
    now += 1;
    await ask();
    expect(requests.slice(-5).map(formOf)).toEqual(["strict", "strict", "schema", "json", "text"]);
  });

  it.each([400, 422, 500, 501])("and had an accident (%i) is asked as before", async (status) => {
    const { requests, ask } = await start({}, ({ number }) => (number === 1 ? { kind: "status", status } : good));
    for (const _ of [1, 2]) expect((await ask()).commands).toEqual([{ type: "repeat" }]);
    expect(requests.map(formOf)).toEqual(["strict", "strict", "strict"]);
  });

  it("and refuses everything is asked a few times, and nothing is remembered", async () => {
    const { requests, models, ask } = await start({}, () => ({ kind: "status", status: 400 }));
    expect((await ask()).source).toBe("none");
    expect(requests.map(formOf)).toEqual(["strict", "strict", "schema", "json", "text", "text without system"]);
    expect(models.figures()[0]).toMatchObject({ breaker: "closed" });
    await ask();
    expect(formOf(requests[6] as ReceivedRequest)).toBe("strict");
  });

  it("of OpenAI is asked in steps too", async () => {
    const refusing = (request: ReceivedRequest): ScriptedReply =>
      formOf(request) === "json" ? good : { kind: "status", status: 400 };
    const { requests, ask } = await start({}, refusing, { provider: "openai", model: "gpt-4.1-mini" });
    expect((await ask()).commands).toEqual([{ type: "repeat" }]);
    expect(requests.map(formOf)).toEqual(["strict", "strict", "schema", "json"]);
  });

  it("of Anthropic gets a tool instead of a schema, and then plain text", async () => {
    const ways = (request: ReceivedRequest): string =>
      request.body["output_config"] !== undefined ? "schema" : request.body["tools"] !== undefined ? "tool" : "text";
    const { requests, ask } = await start(
      {},
      (request) => (ways(request) === "text" ? good : { kind: "status", status: 400 }),
      { provider: "anthropic", model: "claude-haiku-4-5" },
    );
    expect((await ask()).commands).toEqual([{ type: "repeat" }]);
    expect(requests.map(ways)).toEqual(["schema", "schema", "tool", "text"]);
  });
});
