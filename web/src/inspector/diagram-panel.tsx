import { type ReactNode, useState } from "react";
import type { MessageSource } from "../../../src/engine/state/turn.ts";
import type { FlowGraph } from "../../../src/server/protocol.ts";
import { FlowDiagram } from "./flow-diagram.tsx";
import type { FrameView, TurnView } from "./turn-view.ts";
import { words } from "./words.ts";

interface DiagramPanelProps {
  readonly graphs: readonly FlowGraph[];
  readonly view: TurnView;
  /** What said the message that is being asked about. */
  readonly reason: MessageSource | null;
}

/** The flow that says what is asked about, or the one that runs, or the one that ended last. Others can be chosen. */
export function DiagramPanel({ graphs, view, reason }: DiagramPanelProps): ReactNode {
  const frames = [...view.ended, ...view.stack];
  const natural = reason?.kind === "step" ? reason.flow : frames.at(-1)?.flow;
  // Chosen by hand, until the conversation leads elsewhere.
  const [picked, pick] = useState<{ readonly flow: string; readonly instead: string | undefined } | null>(null);
  const name = picked !== null && picked.instead === natural ? picked.flow : natural;
  const graph = graphs.find((it) => it.name === name) ?? graphs[0];
  if (graph === undefined) return null;
  const frame: FrameView | undefined = frames.findLast(({ flow }) => flow === graph.name);
  return (
    <section className="panel diagram-panel" aria-label={words.flow}>
      <header>
        <h3>
          <label htmlFor="flow">{words.flow}</label>
        </h3>
        <select id="flow" value={graph.name} onChange={({ target }) => pick({ flow: target.value, instead: natural })}>
          {graphs.map((it) => (
            <option key={it.name}>{it.name}</option>
          ))}
        </select>
      </header>
      <FlowDiagram
        graph={graph}
        current={frame?.step ?? null}
        path={frame?.path ?? []}
        reason={reason?.kind === "step" && reason.flow === graph.name ? reason.step : null}
      />
    </section>
  );
}
