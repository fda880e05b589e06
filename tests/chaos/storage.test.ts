import { expect } from "vitest";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { assistantOf } from "../support/dialogue.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { onEveryStore } from "./on-every-store.ts";
import { count, isWhole, report } from "./seed.ts";

const turns = count("SONI_STORAGE_TURNS", 320);
const keepTurns = 50;
/** A day is 24 turns, less than what is kept. */
const pause = 60 * 60 * 1000;

const yaml = `
settings: { retention: { transcript_days: 3650, transcript_turns: ${keepTurns} } }
slots:
  word: { type: string, prompt: "What?" }
actions:
  keep: { inputs: [word], outputs: [receipt], effect: true, idempotent: true }
flows:
  note:
    description: notes a word
    trigger: { intents: [note] }
    steps:
      - { step: ask, type: collect, slot: word }
      - { step: keep, type: action, call: keep }
      - { step: kept, type: say, message: "Kept {word}: {receipt}." }
`;

/** One conversation that never ends, with an action in every turn. */
async function checkStorage(place: Place, host: Host): Promise<void> {
  const assistant = assistantOf(yaml);
  const store = await openPlace(place);
  let now = Date.UTC(2026, 0, 1);
  const soni = createSoni({
    assistant: onHost(assistant, host),
    store,
    clock: { now: () => now },
    actions: { keep: async ({ word }) => ({ receipt: `receipt of ${word}` }) },
    understander: {
      understand: async ({ message }) => ({
        commands: [{ type: "start_flow", flow: "note", slots: { word: message } }],
        confidence: 1,
      }),
    },
  });
  const sizes: { readonly turns: number; readonly bytes: number; readonly rows: number }[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    now += pause;
    // Of the same length all the way.
    await soni.processMessage({ conversationId: "c1", text: `word ${String(turn).padStart(6, "0")}` });
    if (turn % (turns / 4) === 0) {
      const rows = (await store.transcript("c1")).length;
      await store.scrub("full");
      sizes.push({ turns: turn, bytes: (await storedBytes(place)).length, rows });
    }
  }
  await soni.close();
  const [first, ...later] = sizes;
  if (first === undefined) throw new Error("nothing was measured");
  for (const { rows } of sizes) expect(rows).toBeLessThan(keepTurns + 64);
  // As much for each turn that is kept: a page more or less, and the digits of growing numbers.
  for (const { bytes, rows } of later) expect(bytes).toBeLessThan((first.bytes / first.rows) * rows * 1.1 + 16_384);
  const told = sizes.map((size) => `${size.bytes} bytes and ${size.rows} turns after ${size.turns}`).join("; ");
  report(`storage (${place.kind}, ${host})`, { kept: told });
}

await onEveryStore({
  name: "a conversation that goes on for ever does not grow for ever",
  timeout: isWhole("SONI_STORAGE_TURNS") ? 1_800_000 : 300_000,
  isWhole: false,
  run: checkStorage,
});
