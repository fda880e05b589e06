import { resolveReferences } from "../domain/secrets/references.ts";
import { resolveIn } from "../domain/secrets/vault.ts";
import type { DialogueState } from "../domain/state.ts";
import type { DurablePoint } from "../domain/store.ts";

/** Where state must be durable: when a turn is done, before an action starts, and when its result is there. */
export function durablePoint(state: DialogueState): DurablePoint {
  if (state.turn !== null) return state.turn.action === null ? null : { kind: "action" };
  if (state.last === null) return null;
  const { reply } = state.last;
  const user = state.last.message.text;
  // Its hash, and its copy in quarantine, are those of what was said.
  const message =
    state.vault === undefined ? state.last.message : resolveReferences(state.last.message, resolveIn(state.vault));
  const quarantined = reply.events.find((event) => event.type === "quarantined");
  const turn = { kind: "turn", message, reply, user } as const;
  if (quarantined === undefined) return turn;
  const { at, attempts, during } = quarantined;
  return { ...turn, quarantine: { at, attempts, during } };
}
