import type { ReactNode } from "react";
import type { ChatState } from "../conversation/chat-state.ts";
import type { textsIn } from "../texts.ts";

interface ConnectionStatusProps {
  readonly onRelease: () => void;
  readonly state: ChatState;
  readonly texts: ReturnType<typeof textsIn>;
}

/** What is not as usual. Always there, so that screen readers notice when it gets a text. */
export function ConnectionStatus({ state, texts, onRelease }: ConnectionStatusProps): ReactNode {
  return (
    <>
      <div className="status" role="status" data-phase={state.phase}>
        {statusText(state, texts)}
      </div>
      {state.phase === "open" && state.handedOff && (
        <button type="button" className="button quiet release" onClick={onRelease}>
          {texts.release}
        </button>
      )}
    </>
  );
}

function statusText({ phase, handedOff, begunAnew }: ChatState, texts: ConnectionStatusProps["texts"]): string {
  if (phase === "unreachable") return texts.unreachable;
  if (phase === "opening") return texts.opening;
  if (handedOff) return texts.handedOff;
  return begunAnew ? texts.begunAnew : "";
}
