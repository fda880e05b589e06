import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { startSweeper } from "../../src/runtime/sweeper.ts";
import { createServer } from "../../src/server/app.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";

// A server process whose project code can end it: as `soni serve`, it listens first and recovers after.

export interface PoisonServerOptions {
  readonly place: Place;
  readonly host: Host;
  /** The poison works for as long as this file is there. */
  readonly poisonFile: string;
}

const { place, host, poisonFile } = JSON.parse(process.argv[2] ?? "{}") as PoisonServerOptions;

const yaml = `
slots:
  word: { type: string, prompt: "What?", validator: checked }
actions:
  note: { inputs: [word], outputs: [], idempotent: true }
flows:
  save:
    description: save a word
    trigger: { intents: [save it] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: note, type: action, call: note }
      - { step: tell, type: say, message: "Saved {word}." }
`;

/** Ways in which project code ends its process. */
const ends: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(7),
  abort: () => process.abort(),
  late: () =>
    void setTimeout(() => {
      throw new Error("Nobody catches this.");
    }),
};

/** `exit-in-action`: the way, and the place where it happens. */
async function meet(word: unknown, where: string): Promise<void> {
  const [way = "", , at] = String(word).split("-");
  if (at !== where || !existsSync(poisonFile)) return;
  ends[way]?.();
  await new Promise(() => undefined);
}

const assistant = onHost(assistantOf(yaml), host);
const soni = createSoni({
  assistant,
  store: await openPlace(place, { leaseMs: 500 }),
  validators: {
    checked: async (word) => {
      await meet(word, "validator");
      return true;
    },
  },
  actions: {
    note: async ({ word }) => {
      await meet(word, "action");
      // Long enough to be under way when another message ends the process.
      if (String(word).startsWith("slow")) await sleep(300);
      return {};
    },
  },
  understander: {
    understand: async ({ message }) => ({
      commands: [{ type: "start_flow", flow: "save", slots: { word: message } }],
      confidence: 1,
    }),
  },
});
const app = await createServer({ soni, assistant, web: null });
await app.listen({ host: "127.0.0.1", port: 0 });
startSweeper(soni, { atOnce: true, everyMs: 300 });
// Nobody is left to ask: a test that was interrupted leaves no process behind.
process.on("disconnect", () => process.exit(0));
process.send?.((app.server.address() as AddressInfo).port);
