import { expect, it } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { openPlace, type Place, placeOn, withSqlitePlace } from "../servers/place.ts";
import { withServer } from "../servers/with-server.ts";
import { count, isWhole, report } from "./seed.ts";
import { shopAssistant } from "./shop-assistant.ts";
import { type StoredSize, storedSize } from "./stored-size.ts";

const turns = count("SONI_STORAGE_TURNS", 400);
const transcriptTurns = 100;
/** So that a day, for which messages can be repeated, is shorter than what is kept anyway. */
const millisecondsPerTurn = 20 * 60 * 1000;
const turnsPerDay = (24 * 60 * 60 * 1000) / millisecondsPerTurn;
const conversationId = "long";

/** One conversation that goes on for months: words, orders (an action each), questions, changes of mind. */
async function converse(place: Place, until: readonly number[]): Promise<readonly StoredSize[]> {
  const assistant = shopAssistant("direct");
  let now = Date.UTC(2026, 0, 1);
  const soni = createSoni({
    assistant: {
      ...assistant,
      settings: { ...assistant.settings, retention: { ...assistant.settings.retention, transcriptTurns } },
    },
    store: await openPlace(place),
    actions: { book: () => ({ receipt: `R-${now}` }), charge: () => ({ receipt: `R-${now}` }) },
    understander: {
      async understand({ message }) {
        const [verb, rest = ""] = message.split(" ");
        const commands = {
          echo: [{ type: "start_flow" as const, flow: "echo", slots: { word: rest } }],
          order: [{ type: "start_flow" as const, flow: "order", slots: { item: rest } }],
          quantity: [{ type: "set_slot" as const, slot: "quantity", value: 2 }],
          help: [{ type: "clarify" as const, topic: "quantity", kind: "help" as const }],
        }[verb ?? ""];
        return { commands: commands ?? [{ type: "chitchat" }], confidence: 1 };
      },
    },
    clock: { now: () => now },
  });
  const round = ["echo", "order", "help", "quantity", "hello"];
  const sizes: StoredSize[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    now += millisecondsPerTurn;
    // What is said is as long as a message may be, now and then.
    const words = turn % 50 === 0 ? "w".repeat(1_900) : `w${turn}`;
    const { messages } = await soni.processMessage({ conversationId, text: `${round[turn % round.length]} ${words}` });
    expect(messages.length).toBeGreaterThan(0);
    if (until.includes(turn + 1)) sizes.push(await storedSize(place, conversationId));
  }
  await soni.close();
  return sizes;
}

async function run(place: Place): Promise<void> {
  const [half, whole] = await converse(place, [turns / 2, turns]);
  if (half === undefined || whole === undefined) throw new Error("Nothing was measured.");
  report(`storage on ${place.kind}`, { "turns said": turns, ...whole, "state bytes at half": half.stateBytes });
  expect(whole).toMatchObject({ checkpoints: 1, openMessages: 0, leases: 0 });
  expect(whole.turns).toBeLessThan(Math.max(transcriptTurns, turnsPerDay) + 64);
  // An order in five turns, for a day, and what is forgotten in one go.
  expect(whole.ledger).toBeLessThan(turnsPerDay / 5 + 64);
  // Bounded, not only slow to grow: the second half adds nothing but longer numbers.
  expect(whole.stateBytes).toBeLessThan(64 * 1024);
  expect(whole.stateBytes).toBeLessThan(half.stateBytes * 1.1);
  expect(whole.turnBytes).toBeLessThan(half.turnBytes * 1.5);
}

const title = `${turns} turns of one conversation take no more room than half as many`;
const options = { timeout: 60_000 + turns * 100 };

it(`${title}: SQLite`, options, () => withSqlitePlace(run));
if (isWhole("SONI_STORAGE_TURNS")) {
  for (const kind of ["postgres", "redis"] as const) {
    await withServer(kind, (url) => {
      it(`${title}: ${kind}`, options, () => run(placeOn(kind, url)));
    });
  }
}
