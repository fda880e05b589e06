import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { filesWith } from "../servers/data-files.ts";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import type { Host } from "../support/on-host.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { type Canary, canaries, forms, openCanary, waysOf } from "./canary-assistant.ts";

const hosts: readonly Host[] = ["langgraph", "direct"];
const keys = [Buffer.alloc(32, 5).toString("base64")];

/** Says it in all ways; what others than the user can see holds the canary nowhere, and a repeated message is told again. */
async function checkWays(store: Store, canary: Canary, host: Host): Promise<void> {
  for (const [way, { messages, isTold }] of Object.entries(waysOf(canary))) {
    const script = new Map(messages.map(([text, ...commands]) => [text, commands]));
    const { soni, given } = openCanary(store, { canary, host, script });
    const conversationId = `${way.replaceAll(" ", "-")}-${host}`;
    const replies: string[] = [];
    for (const [index, [text]] of messages.entries()) {
      const {
        messages: said,
        state,
        commands,
        events,
      } = await soni.processMessage({
        conversationId,
        messageId: `m${index}`,
        text,
      });
      replies.push(JSON.stringify(said));
      given.push(JSON.stringify([state, commands, events]));
    }
    expect(hasCanary(replies.join(), canary), `${way}: told to the user: ${replies.join()}`).toBe(isTold);
    given.push(JSON.stringify(await soni.transcript(conversationId)));
    given.push(JSON.stringify(await soni.audit(conversationId)));
    given.push(JSON.stringify(await soni.trace(conversationId)));
    given.push(JSON.stringify(await soni.getState(conversationId)));
    for (const seen of given) expect(hasCanary(seen, canary), `${way}: ${seen}`).toBe(false);
    for (const [index, [text]] of messages.entries()) {
      const again = await soni.processMessage({ conversationId, messageId: `m${index}`, text });
      expect(again.duplicate).toBe(true);
      expect(JSON.stringify(again.messages), way).toBe(replies[index]);
    }
    const told = await soni.transcript(conversationId, { secrets: "told" });
    expect(told.map(({ messages: said }) => JSON.stringify(said))).toEqual(replies);
    expect(told.map(({ user }) => user)).toEqual(messages.map(([text]) => text));
  }
}

const hasCanary = (text: string, canary: Canary): boolean => forms(canary).some((form) => text.includes(form));

async function checkPlace(
  place: Place,
  { folder, ...options }: { readonly folder: string; readonly keys?: readonly string[] },
): Promise<void> {
  await checkSearch(place, folder);
  const store = await openPlace(place, options);
  for (const canary of Object.values(canaries)) {
    for (const host of hosts) await checkWays(store, canary, host);
    // Accepted, and its process died before anybody took it up.
    await store.accept("died", { messageId: "m1", text: `pay ${canary.said}`, at: Date.now(), origin: "user" });
    const stored = (await storedBytes(place)).toString("latin1");
    expect(stored.length).toBeGreaterThan(5000);
    expect(hasCanary(stored, canary)).toBe(false);
    expect(await store.openMessages("died")).toMatchObject([{ text: `pay ${canary.said}` }]);
    for (const id of await store.conversationIds("")) await store.deleteConversation(id);
  }
  // Also of what was deleted: nothing was ever written in clear.
  expect(await filesWith(Object.values(canaries).flatMap(forms), { place, folder })).toEqual([]);
  await store.close();
}

/** The search finds what a store without a key has written: in its rows, and in the bytes of its files. */
async function checkSearch(place: Place, folder: string): Promise<void> {
  const said = `plain-${crypto.randomUUID()}`;
  const plain = {
    ...place,
    name: `${place.name}_plain`,
    ...(place.kind === "sqlite" ? { address: `${place.address}-plain` } : {}),
  };
  const store = await openPlace(plain);
  await store.accept("c", { messageId: "m1", text: said, at: 1, origin: "user" });
  expect((await storedBytes(plain)).includes(said)).toBe(true);
  expect(await filesWith([said], { place: plain, folder })).not.toEqual([]);
  await store.close();
}

describe("a secret is in nothing that is stored, shown, logged or asked of a model", () => {
  for (const host of hosts)
    for (const [kind, canary] of Object.entries(canaries))
      it(`in memory, ${host}: ${kind}`, () => checkWays(createMemoryStore(), canary, host));

  it("in SQLite, without a configured key", () =>
    withSqlitePlace((place) => checkPlace(place, { folder: dirname(place.address) })));
});

await withServer("postgres", (url, folder) => {
  it("a secret is nowhere in Postgres", () => checkPlace(placeOn("postgres", url), { folder, keys }));
  it("Postgres without a key takes no secrets", () => refusesSecrets(placeOn("postgres", url)));
});
await withServer("redis", (url, folder) => {
  it("a secret is nowhere in Redis", () => checkPlace(placeOn("redis", url), { folder, keys }));
  it("Redis without a key takes no secrets", () => refusesSecrets(placeOn("redis", url)));
});

async function refusesSecrets(place: Place): Promise<void> {
  const store = await openPlace(place);
  const open = () => openCanary(store, { canary: canaries.text, host: "direct", script: new Map() });
  expect(open).toThrow(expect.objectContaining({ code: "store.no_key" }));
  await store.close();
}
