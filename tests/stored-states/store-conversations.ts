/**
 * Holds conversations up to a point and writes what is stored of them then into `fixtures/`. Meant for another version of Soni:
 * copy this folder into its `tests`, and run `node store-conversations.ts <commit> [host]` there.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { type Command, createSoni, createSqliteStore, loadAssistant } from "../../src/index.ts";
import type { StoredConversation } from "./stored-conversation.ts";

type Said = readonly Command[] | { readonly minutesLater: number };

const start = (flow: string, slots: Readonly<Record<string, string | number>> = {}): Command => ({
  type: "start_flow",
  flow,
  slots,
});
const yes: Command = { type: "affirm" };

interface Plan {
  readonly said: readonly Said[];
  /** Not at the end, but just before or after this action has begun. */
  readonly at?: { readonly action: string; readonly when: "named" | "begun" };
}

const delivery: readonly Said[] = [
  [start("deliver", { dish: "soup" })],
  [
    { type: "set_slot", slot: "street", value: "Elm" },
    { type: "set_slot", slot: "floor", value: 1 },
  ],
  [yes],
];
const order = start("order", { dish: "soup", count: 2 });
const plans: Readonly<Record<string, Plan>> = {
  collect: { said: [[start("order", { dish: "soup" }), { type: "skip_slot", slot: "note" }]] },
  confirmation: { said: [[order], [{ type: "skip_slot", slot: "note" }]] },
  "called-flow": { said: [[start("deliver", { dish: "soup" })], [{ type: "set_slot", slot: "street", value: "Elm" }]] },
  "paused-stack": { said: [[start("order", { dish: "soup" })], [start("hours")]] },
  "named-action": {
    said: [[order], [{ type: "skip_slot", slot: "note" }], [yes]],
    at: { action: "pay", when: "named" },
  },
  "begun-action": {
    said: [[order], [{ type: "skip_slot", slot: "note" }], [yes]],
    at: { action: "pay", when: "begun" },
  },
  "unrepeatable-action": {
    said: [[start("donate", { count: 3 })], [yes]],
    at: { action: "charge", when: "begun" },
  },
  "action-of-a-called-flow": { said: delivery, at: { action: "pay", when: "begun" } },
  "after-payment-in-a-called-flow": { said: delivery },
  "after-payment": { said: [[order], [{ type: "skip_slot", slot: "note" }], [yes]] },
  round: { said: [[start("invite")], [{ type: "set_slot", slot: "guest", value: "Ann" }]] },
  abandoned: {
    said: [
      [start("deliver", { dish: "soup" })],
      [{ type: "set_slot", slot: "street", value: "Elm" }],
      { minutesLater: 60 },
      [{ type: "chitchat" }],
    ],
  },
};

const conversationId = "stored";
const [commit = "unknown", host = "langgraph"] = process.argv.slice(2);
const { assistant: loaded } = await loadAssistant(fileURLToPath(new URL("assistant", import.meta.url)));
if (loaded === null) throw new Error("The assistant does not load.");
if (host !== "langgraph" && host !== "direct") throw new Error("The host is langgraph or direct.");
const { settings } = loaded;
const assistant: typeof loaded = { ...loaded, settings: { ...settings, runtime: { ...settings.runtime, host } } };
const name = host === "langgraph" ? commit : `${commit}-${host}`;

function storedIn(path: string): StoredConversation {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = (sql: string) => database.prepare(sql).all() as Record<string, string>[];
  const [conversation] = rows("SELECT checkpoint FROM conversation");
  const stored = {
    commit: name,
    ...JSON.parse(conversation?.["checkpoint"] ?? "null"),
    open: rows("SELECT body FROM open_message ORDER BY sequence").map(({ body }) => JSON.parse(body ?? "null")),
    begun: rows("SELECT key FROM ledger WHERE result IS NULL").map(({ key }) => key),
  };
  database.close();
  return stored;
}

for (const [plan, { said, at }] of Object.entries(plans)) {
  const path = join(mkdtempSync(join(tmpdir(), "soni-stored-")), "soni.db");
  let now = Date.UTC(2026, 10, 16, 9);
  let found: StoredConversation | null = null;
  const take = (action: string, when: "named" | "begun"): void => {
    if (at?.action === action && at.when === when) found = storedIn(path);
  };
  const store = createSqliteStore({ path });
  const begin = store.begin.bind(store);
  const soni = createSoni({
    assistant,
    store: {
      ...store,
      begin: (id: string, key: string) => {
        take(key.includes(":pay:") ? "pay" : "", "named");
        return begin(id, key);
      },
    },
    clock: { now: () => now },
    actions: {
      find_price: ({ count }) => ({ price: Number(count) * 5 }),
      pay: () => {
        take("pay", "begun");
        return { receipt: "R-1" };
      },
      charge: () => {
        take("charge", "begun");
        return { receipt: "D-1" };
      },
      add_guest: ({ guests }) => ({ guests: Number(guests) + 1 }),
    },
    understander: { understand: async () => ({ commands: [], confidence: 1 }) },
  });
  let number = 0;
  for (const each of said) {
    if ("minutesLater" in each) {
      now += each.minutesLater * 60_000;
      continue;
    }
    number += 1;
    const { messages, commands } = await soni.processMessage({
      conversationId,
      messageId: `m${number}`,
      text: "",
      command: each,
    });
    const refused = commands.filter(({ result }) => result === "refused");
    process.stderr.write(
      `${plan} ${number}: ${messages.map(({ text }) => text).join(" | ")} ${JSON.stringify(refused)}\n`,
    );
  }
  const stored = found ?? storedIn(path);
  await soni.close();
  const file = fileURLToPath(new URL(`fixtures/${plan}.${name}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
}
