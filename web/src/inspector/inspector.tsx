import { type ReactNode, useMemo, useState } from "react";
import type { ChatState } from "../conversation/chat-state.ts";
import type { Client } from "../conversation/client.ts";
import { CommandsPanel } from "./commands-panel.tsx";
import { DiagramPanel } from "./diagram-panel.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { rebuildTurns } from "./rebuild-turns.ts";
import { SlotsPanel } from "./slots-panel.tsx";
import { StackPanel } from "./stack-panel.tsx";
import { TimesPanel } from "./times-panel.tsx";
import { TracePanel } from "./trace-panel.tsx";
import { TurnSlider } from "./turn-slider.tsx";
import { useAudit } from "./use-audit.ts";
import { WhyPanel } from "./why-panel.tsx";
import { words } from "./words.ts";
import "./inspector.css";

interface InspectorProps {
  readonly client: Client;
  readonly state: ChatState;
  /** The message whose reason is asked for. */
  readonly asked: string | null;
  readonly onAsk: (messageId: string | null) => void;
  readonly onClose: () => void;
}

/** What happened and why, turn by turn. The default export is what lazy loading wants. */
export default function Inspector({ client, state, asked, onAsk, onClose }: InspectorProps): ReactNode {
  const { conversationId, entries, assistant } = state;
  const graphs = assistant?.flows;
  const audit = useAudit(client, conversationId, entries.findLast(({ turn }) => turn !== null)?.turn ?? 0);
  const turns = useMemo(() => (audit === "unknown" ? [] : rebuildTurns(audit, graphs ?? [])), [audit, graphs]);
  // Null: the last one, whichever that is.
  const [chosen, choose] = useState<number | null>(null);

  const entry = entries.find(({ messages }) => messages.some(({ id }) => id === asked));
  const message = entry?.messages.find(({ id }) => id === asked);
  const shown = turns.find((view) => view.entry.turn === (entry?.turn ?? chosen)) ?? turns.at(-1);
  const go = (turn: number): void => {
    onAsk(null);
    choose(turn === turns.at(-1)?.entry.turn ? null : turn);
  };

  return (
    <section className="inspector" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        {shown !== undefined && <output className="chip">{shown.conversationState}</output>}
        <button type="button" className="button quiet back" onClick={onClose}>
          {words.close}
        </button>
      </header>
      {shown === undefined ? (
        <p className="nothing">{audit === "unknown" ? words.failed : words.nothingYet}</p>
      ) : (
        <>
          <TurnSlider turns={turns} shown={shown} onGo={go} />
          {message?.source !== undefined && entry !== undefined && (
            <WhyPanel
              message={message}
              source={message.source}
              user={entry.user}
              view={shown}
              onClose={() => onAsk(null)}
            />
          )}
          <div className="panels">
            <DiagramPanel graphs={graphs ?? []} view={shown} reason={message?.source ?? null} />
            <div className="column">
              <StackPanel stack={shown.stack} />
              <SlotsPanel frames={shown.stack.length > 0 ? shown.stack : shown.ended} />
              <CommandsPanel commands={shown.entry.commands} />
              <EvidencePanel
                message={entries.find(({ turn }) => turn === shown.entry.turn)?.user ?? ""}
                events={shown.entry.events}
              />
              <TimesPanel entry={shown.entry} />
              <TracePanel events={shown.entry.events} at={shown.entry.at} />
            </div>
          </div>
        </>
      )}
    </section>
  );
}
