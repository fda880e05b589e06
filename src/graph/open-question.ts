import type { DialogueState } from "../domain/state.ts";

/** What the interrupt tells about the question that is open. */
export interface OpenQuestion {
  readonly kind: string;
  readonly slot?: string;
  readonly prompt: string;
  readonly promptId?: string;
}

export function openQuestion(state: DialogueState): OpenQuestion {
  const { pending } = state;
  const prompt = state.last?.reply.messages.at(-1)?.text ?? "";
  if (pending === null) return { kind: "message", prompt };
  return {
    kind: pending.kind,
    prompt,
    ...("slot" in pending && pending.slot !== undefined ? { slot: pending.slot } : {}),
    ...("promptId" in pending ? { promptId: pending.promptId } : {}),
  };
}
