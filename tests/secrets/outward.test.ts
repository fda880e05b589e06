import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer, type ServerOptions } from "../../src/server/app.ts";
import { createLogger, runtimeLog } from "../../src/server/logging.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { queueRows } from "../background/queue-rows.ts";
import { startReceiver } from "../background/webhook-receiver.ts";
import { filesWith } from "../servers/data-files.ts";
import { openPlace, placeOn } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { type Canary, canaries, forms, openCanary, waysOf } from "./canary-assistant.ts";
import { recordSpans } from "./recorded-spans.ts";

// Everything that leaves a server but for the replies to its user: spans, logs, metrics, other routes, webhooks, its queue.

const hasCanary = (text: string, canary: Canary): boolean => forms(canary).some((form) => text.includes(form));
const keys = [Buffer.alloc(32, 5).toString("base64")];

async function start(store: Store, canary: Canary, options: Pick<ServerOptions, "background"> = {}) {
  const lines: string[] = [];
  const script = new Map(
    Object.values(waysOf(canary)).flatMap(({ messages }) => messages.map(([text, ...commands]) => [text, commands])),
  );
  const log = createLogger(null, { level: "trace", destination: { write: (line: string) => void lines.push(line) } });
  const { soni, assistant } = openCanary(store, { canary, host: "direct", script, log: runtimeLog(log) });
  const app = await createServer({ soni, assistant, web: null, log, ...options });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const call = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const sent = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const response = await fetch(`${url}${path}`, body === undefined ? {} : { ...sent, body: JSON.stringify(body) });
    return response.text();
  };
  const begin = async (): Promise<string> => JSON.parse(await call("/v1/conversations", {})).conversationId;
  return { call, begin, lines };
}

const views = ["", "/transcript", "/events?after=0", "/audit", "/trace"];

describe("a secret that is given to a server is in no span, log, metric or other route", () => {
  for (const [kind, canary] of Object.entries(canaries)) {
    it(kind, async () => {
      const spans = recordSpans();
      const { call, begin, lines } = await start(createMemoryStore(), canary);
      const shown: string[] = [];
      const told: string[] = [];
      for (const { messages } of Object.values(waysOf(canary))) {
        const id = await begin();
        for (const [text] of messages) told.push(await call(`/v1/conversations/${id}/messages`, { text }));
        shown.push(...(await Promise.all(views.map((view) => call(`/v1/conversations/${id}${view}`)))));
      }
      expect(hasCanary(told.join(), canary)).toBe(true);
      expect(spans.join()).toContain("soni.action");
      expect(lines.join()).toContain("validator failed");
      for (const seen of [...shown, ...spans, ...lines, await call("/metrics")])
        expect(hasCanary(seen, canary), seen).toBe(false);
    });
  }
});

it("a defect whose error quotes the message is told by its code in spans, and masked in the log", async () => {
  const spans = recordSpans();
  const canary = canaries.text;
  const store = createMemoryStore();
  const { call, begin, lines } = await start(store, canary);
  const id = await begin();
  store.accept = async (_, { text }) => {
    throw new RangeError(`cannot take '${text}'`);
  };
  expect(JSON.parse(await call(`/v1/conversations/${id}/messages`, { text: canary.said }))).toMatchObject({
    code: "internal",
  });
  expect(spans.filter((fact) => fact.includes("recordException"))).toEqual([
    'soni.turn recordException [{"name":"RangeError"}]',
  ]);
  expect(lines.join()).toContain("cannot take '***'");
  for (const seen of [...spans, ...lines]) expect(hasCanary(seen, canary), seen).toBe(false);
});

await withServer("postgres", (url, folder) => {
  const open = async (canary: Canary, given: object) => {
    const place = placeOn("postgres", url);
    const schema = `${place.name}_queue`;
    const store = await openPlace(place, { keys });
    onTestFinished(() => store.close());
    return { place, schema, started: start(store, canary, { background: { url, schema, ...given } }) };
  };

  it("a secret is in no body that a webhook gets, and nowhere in the queue", async () => {
    const canary = canaries.iban;
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { place, schema, started } = await open(canary, { keys, webhook: receiver });
    const { call, begin, lines } = await started;
    const rows: string[] = [];
    let sent = 0;
    for (const { messages } of Object.values(waysOf(canary))) {
      const id = await begin();
      for (const [text] of messages) {
        await call(`/v1/conversations/${id}/messages`, { text }, { prefer: "respond-async" });
        rows.push(await queueRows(url, { schema }));
      }
      sent += messages.length;
    }
    await expect.poll(() => receiver.bodies.length).toBe(sent);
    expect(receiver.bodies.join()).toContain("pays with ***?");
    expect(rows.join()).toContain("sealed1.");
    for (const seen of [...receiver.bodies, ...rows, ...lines]) expect(hasCanary(seen, canary), seen).toBe(false);
    expect(await filesWith(forms(canary), { place, folder })).toEqual([]);
  });

  it("a queue without a key takes no secrets", async () => {
    const { started } = await open(canaries.text, {});
    await expect(started).rejects.toMatchObject({ code: "store.no_key" });
  });
});
