import { digest } from "../flow/digest.ts";
import { note, placeOf, recall } from "../flow/tasks.ts";
import type { Json } from "../json.ts";
import type { Change, StepNext } from "../state/change.ts";
import type { Frame } from "../state/frame.ts";
import type { Outcome } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";

/** Says something at this place; the same was said there before, so a replay is silent. */
export function sayOnce(
  state: DialogueState,
  said: { readonly frame: Frame; readonly outcome: Extract<Outcome, { kind: "said" }> },
): Change<StepNext> {
  const { frame, outcome } = said;
  const key = placeOf(frame);
  const text = digest([outcome.message?.source ?? null, outcome.response ?? null, outcome.values as unknown as Json]);
  const before = recall(state, { flowId: frame.flowId, key, kind: "said" });
  const isSaid = before !== null && (before.closed === true || before.text === text);
  const noted = note(state, frame.flowId, key, isSaid ? before : { kind: "said", text });
  return { state: noted, say: isSaid ? [] : [outcome], next: { do: "go" } };
}
