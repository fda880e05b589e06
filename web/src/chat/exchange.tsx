import type { ReactNode } from "react";
import type { ChatEntry } from "../conversation/chat-state.ts";
import { problemText, type textsIn } from "../texts.ts";
import { AssistantMessage } from "./assistant-message.tsx";
import { LinkedText } from "./linked-text.tsx";
import type { Pick } from "./message-log.tsx";

interface ExchangeProps {
  readonly entry: ChatEntry;
  readonly texts: ReturnType<typeof textsIn>;
  /** Its buttons are the ones that count. */
  readonly isOffering: boolean;
  readonly onPick: Pick;
  readonly onTryAgain: (messageId: string) => void;
  readonly onWhy?: (messageId: string) => void;
}

/** One message of the user and what was answered. */
export function Exchange({ entry, texts, isOffering, onPick, onTryAgain, onWhy }: ExchangeProps): ReactNode {
  const { user, messages, progress, messageId } = entry;
  return (
    <div className="exchange" data-progress={progress.kind}>
      {user !== "" && (
        <div className="bubble user">
          <span className="visually-hidden">{texts.you}: </span>
          <LinkedText text={user} />
        </div>
      )}
      {messages.map((message) => (
        <AssistantMessage
          key={message.id}
          message={message}
          texts={texts}
          isOffering={isOffering}
          onPick={onPick}
          {...(onWhy === undefined ? {} : { onWhy })}
        />
      ))}
      {progress.kind === "failed" && (
        <p className="failure">
          {problemText(texts, progress.code)}{" "}
          {progress.code === "internal" && (
            <button type="button" className="button quiet" onClick={() => onTryAgain(messageId)}>
              {texts.tryAgain}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
