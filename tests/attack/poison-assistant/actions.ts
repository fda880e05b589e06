import type { ActionFunction } from "../../../src/engine/assistant/action.ts";
import type { Effect } from "../../chaos/shop-assistant.ts";
import { misbehaveIf } from "./misbehave.ts";

/** The effect happens first, then the action goes wrong: what follows must not repeat it under another key. */
const act =
  (kind: Effect["kind"]): ActionFunction =>
  async ({ item }, { idempotencyKey: key, log }) => {
    const effect: Effect = { kind, item: String(item), key };
    const response = await fetch(process.env["ATTACK_API"] ?? "", { method: "POST", body: JSON.stringify(effect) });
    // The log passes this on to the project's own function for it.
    log("acted", { item: String(item) });
    return misbehaveIf("action", item, { receipt: await response.text() });
  };

export const actions: Readonly<Record<string, ActionFunction>> = {
  book: act("book"),
  charge: act("charge"),
  // Misbehaves before it returns a promise, and has no effect.
  look: ({ item }) => misbehaveIf("action", item, { note: "sound" }),
};
