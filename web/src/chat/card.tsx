import type { ReactNode } from "react";
import type { UiCard } from "../../../src/engine/assistant/ui.ts";
import { Choices } from "./choices.tsx";
import type { Pick } from "./message-log.tsx";

interface CardProps {
  readonly card: UiCard;
  /** Null: the question is over, and the card is only there to be read. */
  readonly onPick: Pick | null;
}

export function Card({ card: { title, text, image, buttons }, onPick }: CardProps): ReactNode {
  return (
    <article className="card" aria-label={title}>
      {image !== undefined && <img src={image} alt="" loading="lazy" />}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {onPick !== null && <Choices buttons={buttons} label={title} isNumbered={false} onPick={onPick} />}
    </article>
  );
}
