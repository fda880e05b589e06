import type { Assistant } from "../engine/assistant/assistant.ts";
import type { Provenance } from "../engine/assistant/slot.ts";
import { publicFrame } from "../engine/flow/public-frame.ts";
import { provenanceOf, slotsOf } from "../engine/flow/slots.ts";
import { makeReadOnly } from "../engine/json.ts";
import { maskFor } from "../engine/secrets/mask.ts";
import type { PublicState } from "../engine/state/public-state.ts";
import type { DialogueState, Frame } from "../engine/state/state.ts";

/** The state as channels and tests may see it: sensitive values masked, derived fields added. */
export function publicState(state: DialogueState, assistant: Assistant): PublicState {
  const { pending } = state;
  const mask = maskFor(state, assistant);
  const lastResponse = (state.last?.reply.messages ?? []).map(({ text }) => text).join("\n");
  const shown: PublicState = {
    conversationState: state.conversationState,
    flowStack: state.flowStack.map((frame) => {
      const { outputs, ...known } = publicFrame(state, mask.frame(frame), assistant);
      return { ...mask.data(known), outputs: mask.slots(frame.flow, outputs) };
    }),
    flowSlots: Object.fromEntries(
      state.flowStack.map((frame) => [frame.flowId, mask.slots(frame.flow, { ...slotsOf(state, frame.flowId) })]),
    ),
    provenance: Object.fromEntries(state.flowStack.map((frame) => [frame.flowId, provenancesIn(state, frame)])),
    pending: mask.pending(pending),
    currentStep: state.flowStack.at(-1)?.step ?? null,
    waitingForSlot: pending?.kind === "slot" || pending?.kind === "choice" ? (pending.slot ?? null) : null,
    messages: mask.data(state.messages),
    lastResponse: lastResponse === "" ? null : mask.text(lastResponse),
    lastNluCall: state.lastNluCall,
    digressionDepth: state.digressionDepth,
    lastDigressionType: state.lastDigressionType,
    turnCount: state.turnCount,
    turnsDone: state.turn === null ? state.turnCount : (state.last?.reply.turn ?? 0),
    session: state.session,
    metadata: {
      ...mask.data(state.metadata),
      completedFlows: state.metadata.completedFlows.map((ended) => ({
        ...mask.archived(ended),
        currentStep: null,
        pausedAt: null,
      })),
    },
  };
  makeReadOnly(shown);
  return shown;
}

/** Of all that the frame sees in its slots. */
function provenancesIn(state: DialogueState, frame: Frame): Readonly<Record<string, Provenance>> {
  const caller = state.flowStack.find(({ flowId }) => flowId === frame.caller);
  const own = Object.entries(state.provenance[frame.flowId] ?? {}).map(([name, origin]): [string, Provenance] => [
    name,
    provenanceOf(origin),
  ]);
  const seen = slotsOf(state, frame.flowId);
  const bound = Object.keys(frame.bindings)
    .filter((name) => seen[name] !== undefined)
    .map((name): [string, Provenance] => [name, { by: "input", from: caller?.flow ?? frame.flow }]);
  const defaults = Object.keys(frame.defaults).map((name): [string, Provenance] => [name, { by: "default" }]);
  return Object.fromEntries([...defaults, ...bound, ...own]);
}
