import type { Assistant } from "../domain/assistant.ts";
import type { PublicState } from "../domain/public-state.ts";
import { makeReadOnly } from "../domain/read-only.ts";
import { maskFor } from "../domain/secrets/mask.ts";
import type { Provenance } from "../domain/slot.ts";
import { provenanceOf, type SlotOrigin } from "../domain/slot-origin.ts";
import type { ArchivedFrame, DialogueState } from "../domain/state.ts";

/** The state as channels and tests may see it: sensitive values masked, derived fields added. */
export function publicState(state: DialogueState, assistant: Assistant): PublicState {
  const { pending } = state;
  const mask = maskFor(state, assistant);
  const archived = (frame: ArchivedFrame): ArchivedFrame =>
    mask.archived(
      frame.resume === undefined
        ? frame
        : { ...frame, resume: { ...frame.resume, provenance: provenancesOf(frame.resume.provenance) } },
    );
  const shown: PublicState = {
    conversationState: state.conversationState,
    flowStack: state.flowStack.map(mask.frame),
    flowSlots: Object.fromEntries(
      state.flowStack.map((frame) => [frame.flowId, mask.slots(frame.flow, { ...state.flowSlots[frame.flowId] })]),
    ),
    provenance: mapped(state.provenance, provenancesOf),
    pending: mask.pending(pending),
    currentStep: state.flowStack.at(-1)?.step ?? null,
    waitingForSlot: pending?.kind === "slot" || pending?.kind === "choice" ? (pending.slot ?? null) : null,
    digressionDepth: state.digressionDepth,
    turnCount: state.turnCount,
    session: state.session,
    metadata: { ...mask.data(state.metadata), completedFlows: state.metadata.completedFlows.map(archived) },
  };
  makeReadOnly(shown);
  return shown;
}

const provenancesOf = (origins: Readonly<Record<string, SlotOrigin>>): Readonly<Record<string, Provenance>> =>
  mapped(origins, provenanceOf);

const mapped = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
