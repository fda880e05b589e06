import { afterEach, describe, expect, it } from "vitest";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { systemTime } from "../../src/time/system-time.ts";
import { createModelUnderstander } from "../../src/understand/two-pass.ts";
import { idle } from "./contexts.ts";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

/** No time passes, however slow the machine is: pauses are slept, and no probe becomes due. */
const time = { now: () => 0, after: systemTime.after };

/** What a provider receives that cannot answer now, from an assistant with several users. */
describe("a provider that", () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.close());
  const messagesTo = async (reply: ScriptedReply, messages: number) => {
    server = await startScriptedServer(() => reply);
    const model = createSdkModel({
      provider: "openai_compatible",
      model: "local",
      baseUrl: server.url,
      apiKey: "key",
      retry: { backoff: 1 },
      time,
    });
    const codes: string[] = [];
    const understander = createModelUnderstander({
      model,
      time,
      // Shorter than the pause that the provider asks for.
      budget: { milliseconds: 5_000 },
      onFailure: ({ code }) => codes.push(code),
    });
    for (let number = 0; number < messages; number += 1) {
      expect((await understander.understand({ message: "again", context: idle })).source).toBe("none");
    }
    return { requests: server.requests.length, codes };
  };

  it("asks to come back later is left alone by all messages until then", async () => {
    const limited: ScriptedReply = { kind: "status", status: 429, headers: { "retry-after": "60" } };
    expect((await messagesTo(limited, 10)).requests).toBe(1);
  });

  it("is down gets five requests, and not three for every message", async () => {
    const { requests, codes } = await messagesTo({ kind: "status", status: 503 }, 40);
    expect(requests).toBe(5);
    expect(codes.at(-1)).toBe("model.circuit_open");
  });

  it.each([429, 200])("wants to be paid first (%i) is asked once", async (status) => {
    const body = '{"error":{"message":"Pay first.","type":"insufficient_quota","code":"insufficient_quota"}}';
    const headers = { "content-type": "application/json" };
    const { requests, codes } = await messagesTo({ kind: "status", status, headers, body }, 5);
    expect([requests, codes[0]]).toEqual([1, "model.quota_exceeded"]);
  });
});
