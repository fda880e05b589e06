import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createServer } from "../../src/server/app.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { openSocket } from "../server/open-socket.ts";
import { canaries, forms, openCanary, waysOf } from "./canary-assistant.ts";

const canary = canaries.iban;
const messages = waysOf(canary)["as an answer"]?.messages ?? [];
const texts = messages.map(([text]) => text);

async function start(lines: string[]) {
  const script = new Map(messages.map(([text, ...commands]) => [text, commands]));
  const { soni, assistant } = openCanary(createMemoryStore(), { canary, host: "direct", script });
  const log = createLogger(assistant, {
    level: "trace",
    destination: { write: (line: string) => void lines.push(line) },
  });
  runtimeLog(log)("started");
  const app = await createServer({ soni, assistant, web: null, log });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const get = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const made = await fetch(`http://127.0.0.1:${port}/v1/conversations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  return { port, get, id: ((await made.json()) as { conversationId: string }).conversationId };
}

it("a socket that comes back gets every message byte for byte; all other routes and the log show ***", async () => {
  const lines: string[] = [];
  const { port, get, id } = await start(lines);
  const live = openSocket({ port }, id);
  await live.until((frame) => frame.type === "ready");
  for (const [index, text] of texts.entries()) {
    live.say(`m${index}`, text);
    await live.until((frame) => frame.type === "ack" && frame.messageId === `m${index}`);
    await live.until((frame) => frame.type === "done" && frame.messageId === `m${index}`);
  }
  const said = (frames: readonly { readonly type: string }[]) =>
    frames.filter(({ type }) => type === "message" || type === "accepted").map((frame) => JSON.stringify(frame));
  expect(said(live.frames).join()).toContain(canary.value);
  expect(said(live.frames).join()).toContain(canary.said);
  live.drop();

  const back = openSocket({ port }, id, { after: 0 });
  await back.until((frame) => frame.type === "done" && frame.messageId === `m${texts.length - 1}`);
  const seen = said(live.frames);
  expect(said(back.frames).slice(-seen.length)).toEqual(seen);

  const shown = await Promise.all(
    ["", "/transcript", "/events?after=0", "/audit", "/trace"].map((path) => get(`/v1/conversations/${id}${path}`)),
  );
  const everything = [...shown, await get("/metrics"), ...lines].join("\n");
  expect(everything).toContain("***");
  for (const form of forms(canary)) expect(everything).not.toContain(form);
});
