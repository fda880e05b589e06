import type { ReactNode } from "react";
import { isNumbered, shownText } from "../conversation/shown-text.ts";
import type { Message } from "../conversation/wire.ts";
import type { textsIn } from "../texts.ts";
import { Card } from "./card.tsx";
import { Choices } from "./choices.tsx";
import { LinkedText } from "./linked-text.tsx";
import type { Pick } from "./message-log.tsx";

interface AssistantMessageProps {
  readonly message: Message;
  readonly texts: ReturnType<typeof textsIn>;
  readonly isOffering: boolean;
  readonly onPick: Pick;
  readonly onWhy?: (messageId: string) => void;
}

export function AssistantMessage({ message, texts, isOffering, onPick, onWhy }: AssistantMessageProps): ReactNode {
  const { ui = {} } = message;
  const offered = isOffering ? onPick : null;
  const text = isOffering ? shownText(message) : message.text;
  return (
    <div className="said">
      {text !== "" && (
        <div className="line">
          <div className="bubble assistant">
            <LinkedText text={text} source={ui.source} />
          </div>
          {onWhy !== undefined && (
            <button
              type="button"
              className="why"
              aria-label={`${texts.why} ${text.slice(0, 60)}`}
              title={texts.why}
              onClick={() => onWhy(message.id)}
            >
              ?
            </button>
          )}
        </div>
      )}
      {ui.image !== undefined && <img className="picture" src={ui.image.url} alt={ui.image.alt} loading="lazy" />}
      {ui.card !== undefined && <Card card={ui.card} onPick={offered} />}
      {ui.carousel !== undefined && (
        <ul className="carousel" aria-label={texts.carousel}>
          {ui.carousel.map((card) => (
            <li key={card.title}>
              <Card card={card} onPick={offered} />
            </li>
          ))}
        </ul>
      )}
      {offered !== null && (
        <>
          <Choices buttons={ui.buttons ?? []} label={texts.choices} isNumbered={isNumbered(message)} onPick={offered} />
          <Choices buttons={ui.quickReplies ?? []} label={texts.choices} isNumbered={false} onPick={offered} />
        </>
      )}
    </div>
  );
}
