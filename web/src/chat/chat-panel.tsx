import { type ReactNode, useRef } from "react";
import type { Command } from "../../../src/engine/commands/command.ts";
import type { Chat } from "../conversation/chat.ts";
import { type ChatState, isWaiting } from "../conversation/chat-state.ts";
import { textsIn } from "../texts.ts";
import { Composer } from "./composer.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { FindingsBanner } from "./findings-banner.tsx";
import { MessageLog } from "./message-log.tsx";
import { TypingSign } from "./typing-sign.tsx";

/** What the chat has besides for developers. */
export interface InspectorLink {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Asks why the message with this id was said. */
  readonly why: (messageId: string) => void;
}

interface ChatPanelProps {
  readonly chat: Chat;
  readonly state: ChatState;
  readonly inspector?: InspectorLink;
}

export function ChatPanel({ chat, state, inspector }: ChatPanelProps): ReactNode {
  const texts = textsIn(state.assistant?.language);
  const field = useRef<HTMLTextAreaElement>(null);
  const pick = (label: string, command?: Command): void => {
    chat.say(label, command);
    // The button is gone with the question; the next thing to do is here.
    field.current?.focus();
  };
  const release = (): void => {
    void chat.release();
    field.current?.focus();
  };
  const startAnew = (): void => {
    void chat.startAnew();
    field.current?.focus();
  };
  return (
    <main className="chat">
      <header className="chat-header">
        <h1>{state.assistant?.name ?? ""}</h1>
        <button type="button" className="button quiet" onClick={startAnew}>
          {texts.startAnew}
        </button>
        {inspector !== undefined && (
          <button type="button" className="button quiet" aria-pressed={inspector.isOpen} onClick={inspector.toggle}>
            {inspector.isOpen ? texts.hideInspector : texts.showInspector}
          </button>
        )}
      </header>
      <FindingsBanner findings={state.findings} texts={texts} />
      <MessageLog
        state={state}
        texts={texts}
        onPick={pick}
        onTryAgain={chat.tryAgain}
        {...(inspector === undefined ? {} : { onWhy: inspector.why })}
      >
        {isWaiting(state) && state.phase === "open" && <TypingSign label={texts.typing} />}
      </MessageLog>
      <ConnectionStatus state={state} texts={texts} onRelease={release} />
      <Composer
        field={field}
        texts={texts}
        limit={state.assistant?.messageLength ?? 2000}
        onSend={(text) => chat.say(text)}
      />
    </main>
  );
}
