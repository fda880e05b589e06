import { type ReactNode, useEffect, useRef } from "react";
import type { Command } from "../../../src/engine/commands/command.ts";
import { type ChatState, isSilent, offersOf } from "../conversation/chat-state.ts";
import type { textsIn } from "../texts.ts";
import { Exchange } from "./exchange.tsx";

export type Pick = (label: string, command?: Command) => void;

interface MessageLogProps {
  readonly state: ChatState;
  readonly texts: ReturnType<typeof textsIn>;
  readonly onPick: Pick;
  readonly onTryAgain: (messageId: string) => void;
  readonly onWhy?: (messageId: string) => void;
  /** What stands below the last message. */
  readonly children?: ReactNode;
}

/** Everything said so far. New messages are read out by screen readers as they come. */
export function MessageLog({ state, texts, onPick, onTryAgain, onWhy, children }: MessageLogProps): ReactNode {
  const { entries, phase } = state;
  const end = useRef<HTMLDivElement>(null);
  const said = entries.filter((entry) => !isSilent(entry));
  const offers = offersOf(state)?.messageId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new decides when to scroll, not how
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [entries, phase]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <div className="log" role="log" aria-label={texts.conversation} aria-live="polite" tabIndex={0}>
      {phase === "open" && said.length === 0 && (
        <div className="empty">
          <p>{texts.emptyTitle}</p>
          <button type="button" className="button" onClick={() => onPick(texts.starter)}>
            {texts.starter}
          </button>
        </div>
      )}
      {said.map((entry) => (
        <Exchange
          key={entry.messageId}
          entry={entry}
          texts={texts}
          isOffering={entry.messageId === offers}
          onPick={onPick}
          onTryAgain={onTryAgain}
          {...(onWhy === undefined ? {} : { onWhy })}
        />
      ))}
      {children}
      <div ref={end} />
    </div>
  );
}
