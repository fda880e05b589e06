import type { ReactNode } from "react";
import type { ChatState } from "../conversation/chat-state.ts";
import type { textsIn } from "../texts.ts";

interface ConnectionStatusProps {
  readonly state: ChatState;
  readonly texts: ReturnType<typeof textsIn>;
}

/** What is not as usual. Always there, so that screen readers notice when it gets a text. */
export function ConnectionStatus({ state, texts }: ConnectionStatusProps): ReactNode {
  return (
    <div className="status" role="status" data-phase={state.phase}>
      {statusText(state, texts)}
    </div>
  );
}

function statusText({ phase, handedOff, begunAnew }: ChatState, texts: ConnectionStatusProps["texts"]): string {
  if (phase === "unreachable") return texts.unreachable;
  if (phase === "opening") return texts.opening;
  if (handedOff) return texts.handedOff;
  return begunAnew ? texts.begunAnew : "";
}
