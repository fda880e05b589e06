import { type ReactNode, useEffect, useRef } from "react";
import type { MessageSource } from "../../../src/engine/state/turn.ts";
import type { Message } from "../conversation/wire.ts";
import { CommandLines } from "./commands-panel.tsx";
import { reasonsFor } from "./reasons-for.ts";
import { EventLines } from "./trace-panel.tsx";
import type { TurnView } from "./turn-view.ts";
import { words } from "./words.ts";

interface WhyPanelProps {
  readonly message: Message;
  readonly source: MessageSource;
  /** What the user had said. */
  readonly user: string;
  readonly view: TurnView;
  readonly onClose: () => void;
}

/** The answer to "why did it say that": what said it, what the user had said, what was made of that. */
export function WhyPanel({ message, source, user, view, onClose }: WhyPanelProps): ReactNode {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question moves the reader to its answer
  useEffect(() => {
    panel.current?.focus();
  }, [message.id]);
  return (
    <section className="panel why-panel" aria-label={words.why} tabIndex={-1} ref={panel}>
      <header>
        <h3>{words.why}</h3>
        <button type="button" className="button quiet" aria-label={words.whyClose} onClick={onClose}>
          ×
        </button>
      </header>
      <blockquote>{message.text}</blockquote>
      <p>{sentenceFor(source)}</p>
      <p>{words.afterWords(user)}</p>
      <CommandLines commands={view.entry.commands} />
      <EventLines events={reasonsFor(source, view.entry.events)} />
    </section>
  );
}

function sentenceFor(source: MessageSource): string {
  switch (source.kind) {
    case "step":
      return words.from.step(source.step, source.flow);
    case "pattern":
      return words.from.pattern(source.pattern);
    case "digression":
      return words.from.digression(source.digression);
    default:
      return source satisfies never;
  }
}
