import { afterEach, describe, expect, it } from "vitest";
import { createSdkModel } from "../../src/model/sdk-model.ts";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";
import { inPieces } from "./streamed-answer.ts";

let server: ScriptedServer;
afterEach(() => server.close());

const providers = ["openai", "anthropic", "openai_compatible"] as const;
const messages = [
  { role: "system", text: "Write." },
  { role: "user", text: "About Rome." },
] as const;
const text = "Rome is old. It has seven hills — ¡olé 🙂! “Go” there.";

async function open(provider: (typeof providers)[number], answer: (number: number) => ScriptedReply) {
  server = await startScriptedServer(({ number }) => answer(number));
  const model = createSdkModel({ provider, model: "m", baseUrl: server.url, apiKey: "key", retry: { backoff: 1 } });
  const pieces: string[] = [];
  const stream = (signal?: AbortSignal) =>
    model.stream?.({ messages, ...(signal === undefined ? {} : { signal }) }, (piece) => void pieces.push(piece));
  return { pieces, stream };
}

describe.each(providers)("a stream of %s", (provider) => {
  it.each([1, 2, 7, 1000])("is the text, whatever %i bytes cut", async (bytes) => {
    const { pieces, stream } = await open(provider, () => ({ kind: "stream", pieces: inPieces(text, 3), bytes }));
    const answer = await stream();
    expect(answer).toMatchObject({ ok: true, text, finish: "stop", attempts: 1 });
    expect(answer?.ok && answer.usage).toMatchObject({ inputTokens: 1_000, cachedInputTokens: 800, outputTokens: 20 });
    expect(pieces.join("")).toBe(text);
    expect(pieces.length).toBeGreaterThan(5);
    expect(server.requests).toHaveLength(1);
  });

  it("that is cut off by its limit says so", async () => {
    const { stream } = await open(provider, () => ({ kind: "stream", pieces: ["Rome is"], finish: "length" }));
    expect(await stream()).toMatchObject({ ok: true, text: "Rome is", finish: "length" });
  });

  it("that dies half-way fails, and is not asked for again: its pieces were given", async () => {
    const cut: ScriptedReply = { kind: "stream", pieces: inPieces(text).slice(0, 4), end: "reset" };
    const { pieces, stream } = await open(provider, () => cut);
    const answer = await stream();
    expect(answer?.ok === true && answer.finish === "stop").toBe(false);
    expect(pieces.join("")).toBe(text.slice(0, 28));
    expect(server.requests).toHaveLength(1);
  });

  it("that does not begin is asked for again", async () => {
    const broken: readonly ScriptedReply[] = [
      { kind: "status", status: 503 },
      { kind: "reset", when: "before_headers" },
    ];
    const { pieces, stream } = await open(
      provider,
      (number) => broken[number - 1] ?? { kind: "stream", pieces: [text] },
    );
    expect(await stream()).toMatchObject({ ok: true, text, attempts: 3 });
    expect(pieces).toEqual([text]);
  });

  it("that is not wanted any more is left", async () => {
    const { pieces, stream } = await open(provider, () => ({ kind: "stream", pieces: ["Rome "], end: "hang" }));
    const leaving = new AbortController();
    const answer = stream(leaving.signal);
    await expect.poll(() => pieces).toEqual(["Rome "]);
    leaving.abort();
    expect(await answer).toMatchObject({ ok: false, code: "model.cancelled" });
  });
});

it("a server that does not stream is asked for the whole text, also the next time", async () => {
  const whole = { choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] };
  const body = JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "m", ...whole });
  const { pieces, stream } = await open("openai_compatible", () => ({ kind: "raw", body }));
  expect(await stream()).toMatchObject({ ok: true, text });
  expect(await stream()).toMatchObject({ ok: true, text });
  expect(pieces).toEqual([text, text]);
  expect(server.requests.map((request) => request.body["stream"] === true)).toEqual([true, false, false]);
});
