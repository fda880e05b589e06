import type { Assistant } from "../engine/assistant/assistant.ts";
import { hasSecrets, maskFor } from "../engine/secrets/mask.ts";
import { maskReferences, resolveReferences } from "../engine/secrets/references.ts";
import { resolveIn } from "../engine/secrets/vault.ts";
import type { ObserveOptions } from "../engine/state/observe.ts";
import type { DialogueState } from "../engine/state/state.ts";

interface Shown {
  readonly assistant: Assistant;
  /** Null: it is not known, or cannot be read. */
  readonly state: () => Promise<DialogueState | null>;
}

/**
 * The stored conversation, as its reader may see it. Rows from before a slot was sensitive, or from before there was
 * a vault, hold the values themselves: they are masked by what the state knows.
 */
export async function showStored<Data>(
  stored: Data,
  { assistant, state }: Shown,
  { secrets = "masked" }: ObserveOptions = {},
): Promise<Data> {
  if (!hasSecrets(assistant)) return stored;
  const now = await state();
  if (secrets === "told") return resolveReferences(stored, resolveIn(now?.vault));
  return now === null ? maskReferences(stored) : maskFor(now, assistant).data(stored);
}
