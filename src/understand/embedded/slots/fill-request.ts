import type { EngineInput } from "../engine-input.ts";
import type { FillRequest } from "./filled-slot.ts";
import type { SlotProfile } from "./slot-profile.ts";

/** The slots that the assistant has just asked for. */
export const awaitedOf = ({ context, hints }: EngineInput): ReadonlySet<string> => {
  const slot =
    context.awaiting.kind === "slot"
      ? [context.awaiting.slot]
      : context.awaiting.kind === "choice" && context.awaiting.slot !== undefined
        ? [context.awaiting.slot]
        : [];
  return new Set([...slot, ...(hints?.alsoAwaited ?? [])]);
};

/** What filling may look at, for these slots and this part of the message. */
export function fillRequest(input: EngineInput, profiles: readonly SlotProfile[], text: string): FillRequest {
  const { context, hints } = input;
  return {
    text,
    profiles,
    awaited: awaitedOf(input),
    known: context.known,
    shown: hints?.shown ?? {},
    said: context.history.findLast((line) => line.role === "assistant")?.text ?? "",
    now: context.now,
    timezone: context.timezone,
    language: context.language,
  };
}
