import type { Assistant } from "../domain/assistant.ts";
import type { ObserveOptions } from "../domain/observe.ts";
import { maskFor } from "../domain/secrets/mask.ts";
import { maskReferences, resolveReferences } from "../domain/secrets/references.ts";
import { hasSecrets } from "../domain/secrets/sensitive-slots.ts";
import { resolveIn } from "../domain/secrets/vault.ts";
import type { DialogueState } from "../domain/state.ts";

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
