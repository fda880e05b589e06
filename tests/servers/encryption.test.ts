import { expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Store } from "../../src/stores/store.ts";
import { assistantOf } from "../support/dialogue.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { openPlace, type Place, placeOn, withSqlitePlace } from "./place.ts";
import { withServer } from "./with-server.ts";

const canary = "4929-7731-0042";
const [firstKey, nextKey] = [Buffer.alloc(32, 7).toString("base64"), Buffer.alloc(32, 8).toString("base64")];

const yaml = `
settings: { runtime: { host: direct } }
slots:
  card: { type: string, prompt: "Card?" }
  again: { type: string, prompt: "Once more?" }
actions:
  charge: { inputs: [card], outputs: [receipt], effect: true }
flows:
  pay:
    description: pay by card
    trigger: { intents: [pay] }
    steps:
      - { step: ask, type: collect, slot: card }
      - { step: charge, type: action, call: charge }
      - { step: more, type: collect, slot: again }
      - { step: done, type: say, message: "Paid with {card}: {receipt}." }
`;

function soniOn(store: Store) {
  const assistant = assistantOf(yaml);
  return createSoni({
    assistant,
    store,
    history: "full",
    actions: { charge: async ({ card }) => ({ receipt: `receipt of ${card}` }) },
    understander: {
      understand: async ({ message }) => ({
        commands: message.startsWith("pay")
          ? [{ type: "start_flow", flow: "pay", slots: { card: message.slice(4) } }]
          : [{ type: "set_slot", slot: "again", value: message }],
        confidence: 1,
      }),
    },
  });
}

/** One conversation that holds the canary in its state, its ledger and its transcript, and one message that nobody took up. */
async function talk(store: Store): Promise<void> {
  await soniOn(store).processMessage({ conversationId: "c1", messageId: "m1", text: `pay ${canary}` });
  await store.accept("c2", { messageId: "m1", text: canary, at: 1000, origin: "user" });
  // One that was tried too often.
  await store.accept("c3", { messageId: "m1", text: canary, at: 1000, origin: "user" });
  for (let attempt = 1; attempt <= 3; attempt += 1) await store.beginAttempt("c3", "m1", 0);
  await soniOn(store).processMessage({ conversationId: "c3", messageId: "m1", text: canary });
}

async function checkEncryption(place: Place): Promise<void> {
  const plain = await openPlace({ ...place, name: `${place.name}x`, address: fileFor(place, "-plain") });
  await talk(plain);
  await plain.close();
  // The search finds it where it is.
  expect(
    (await storedBytes({ ...place, name: `${place.name}x`, address: fileFor(place, "-plain") })).includes(canary),
  ).toBe(true);

  const store = await openPlace(place, { keys: [firstKey] });
  await talk(store);
  await store.close();
  const stored = await storedBytes(place);
  expect(stored.length).toBeGreaterThan(500);
  for (const said of [canary, "receipt of"]) expect(stored.includes(said)).toBe(false);

  // A restart with the key, and then with a new one in front, goes on where it was.
  const again = await openPlace(place, { keys: [nextKey, firstKey] });
  const repeated = { conversationId: "c1", messageId: "m1", text: `pay ${canary}` };
  expect(await soniOn(again).processMessage(repeated)).toMatchObject({ duplicate: true, turn: 1 });
  const { messages } = await soniOn(again).processMessage({ conversationId: "c1", messageId: "m2", text: "yes" });
  expect(messages.at(-1)?.text).toBe(`Paid with ${canary}: receipt of ${canary}.`);
  expect(await again.openMessages("c2")).toMatchObject([{ text: canary }]);
  expect(await again.quarantine.find("c3", "m1")).toMatchObject({ attempts: 3, message: { text: canary } });
  expect((await again.transcript("c1")).map(({ turn }) => turn)).toEqual([1, 2]);
  await again.close();

  // Without the right key each of them stops by itself; nothing is lost, and new ones work.
  for (const keys of [[], [Buffer.alloc(32, 9).toString("base64")]]) {
    const locked = await openPlace(place, { keys, waitMs: 1000 });
    const soni = soniOn(locked);
    const sealed = expect.objectContaining({ code: "store.sealed" });
    await expect(soni.getState("c1")).rejects.toEqual(sealed);
    await expect(soni.processMessage(repeated)).rejects.toEqual(sealed);
    await expect(soni.processMessage({ conversationId: "c1", text: "yes", messageId: "m3" })).rejects.toEqual(sealed);
    await locked.discard("c1", "m3");
    await expect(soni.processMessage({ conversationId: "c2", text: "yes", messageId: "m2" })).rejects.toEqual(sealed);
    await locked.discard("c2", "m2");
    await expect(locked.transcript("c1")).rejects.toEqual(sealed);
    expect(await soni.recover()).toBe(0);
    const other = `other-${keys.length}`;
    expect((await soni.processMessage({ conversationId: other, text: "pay 1" })).turn).toBe(1);
    await locked.close();
  }
  const found = await openPlace(place, { keys: [nextKey, firstKey] });
  expect((await soniOn(found).getState("c1"))?.conversationState).toBe("idle");
  // What cannot be read can be deleted all the same.
  await found.close();
  const blind = await openPlace(place);
  await soniOn(blind).deleteConversations({ prefix: "c" });
  expect((await blind.conversationIds("c")).length).toBe(0);
  await blind.close();
}

const fileFor = ({ kind, address }: Place, ending: string): string =>
  kind === "sqlite" ? `${address}${ending}` : address;

const name = "nothing that was said is readable in the store; the key opens it, also an old one";
it(`SQLite: ${name}`, () => withSqlitePlace(checkEncryption));
await withServer("postgres", (url) => {
  it(`Postgres: ${name}`, () => checkEncryption(placeOn("postgres", url)));
});
await withServer("redis", (url) => {
  it(`Redis: ${name}`, () => checkEncryption(placeOn("redis", url)));
});
