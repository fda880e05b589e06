import type { ReactNode } from "react";
import type { FrameView } from "./turn-view.ts";
import { words } from "./words.ts";

/** The active flow first, and below it those that it interrupted. */
export function StackPanel({ stack }: { readonly stack: readonly FrameView[] }): ReactNode {
  return (
    <section className="panel" aria-label={words.stack}>
      <h3>{words.stack}</h3>
      {stack.length === 0 && <p className="nothing">{words.stackEmpty}</p>}
      <ol className="stack">
        {stack.toReversed().map(({ flowId, flow, state, step }) => (
          <li key={flowId} data-state={state}>
            <strong>{flow}</strong> <span className="chip">{state}</span> {step !== null && <code>{step}</code>}
          </li>
        ))}
      </ol>
    </section>
  );
}
