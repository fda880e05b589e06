import { hash } from "node:crypto";
import type { ActionRequest, RequestedAction } from "../engine/assistant/action.ts";
import type { DialogueState, PendingAction } from "../engine/state/state.ts";
import { changeTurn } from "./stages.ts";

/**
 * Notes the action that is to run next. A message that was set aside and is tried anew is another turn, whose actions would have
 * other keys; one that an earlier try had asked for keeps its key, so that what was done then is not done twice.
 */
export function requestAction(
  state: DialogueState,
  { purpose, request }: Pick<PendingAction, "purpose" | "request">,
): DialogueState {
  const { turn } = state;
  if (turn === null) return state;
  const requested = turn.requested ?? [];
  const input = digestOf(request);
  const earlier = turn.message.requested?.find(
    (known) =>
      known.action === request.action && known.input === input && !requested.some(({ key }) => key === known.key),
  );
  const { action, key, idempotent } = request;
  const mine: RequestedAction = earlier ?? { action, input, key, at: turn.message.at, idempotent };
  return changeTurn(state, {
    action: { purpose, request: { ...request, key: mine.key }, result: null },
    requested: [...requested, mine],
  });
}

const digestOf = ({ input }: ActionRequest): string => hash("sha256", JSON.stringify(input), "base64url");
