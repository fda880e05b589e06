import type { ReactNode } from "react";
import type { TurnEvent } from "../../../src/engine/state/event.ts";
import type { Evidence } from "../../../src/engine/state/evidence.ts";
import { shownFields } from "./describe-data.ts";
import { markStretches } from "./mark-stretches.ts";
import { words } from "./words.ts";

interface EvidenceProps {
  /** What the user said. */
  readonly message: string;
  readonly events: readonly TurnEvent[];
}

/** Why the message was understood as it was: its parts, what they were read as, and what it may mean instead. */
export function EvidencePanel({ message, events }: EvidenceProps): ReactNode {
  const understood = events.find((event) => event.type === "understood");
  const { evidence = [], rivals = [] } = understood ?? {};
  const doubts = events.filter((event) => event.type === "doubted");
  if (evidence.length === 0 && rivals.length === 0 && doubts.length === 0) return null;
  return (
    <section className="panel evidence-panel" aria-label={words.evidence}>
      <h3>{words.evidence}</h3>
      {evidence.length > 0 && <MarkedMessage message={message} evidence={evidence} />}
      <Readings message={message} evidence={evidence} />
      <ul className="lines">
        {doubts.map(({ command, confidence, needed, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished turn's doubts never move
          <li key={index} data-outcome={outcome}>
            <strong>{command.type}</strong> <code>{shownFields({ ...command, confidence: undefined })}</code>{" "}
            <span className="chip">{words.doubt(outcome, confidence, needed)}</span>
          </li>
        ))}
        {rivals.map(({ command, confidence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished turn's rivals never move
          <li key={`rival ${index}`} data-rival>
            {words.rival} <strong>{command.type}</strong>{" "}
            <code>{shownFields({ ...command, confidence: undefined })}</code>{" "}
            <span className="chip">{words.likely(confidence)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReadProps {
  readonly message: string;
  readonly evidence: readonly Evidence[];
}

function MarkedMessage({ message, evidence }: ReadProps): ReactNode {
  return (
    <p className="marked-message">
      {markStretches(message, evidence).map(({ text, reading }, index) =>
        reading === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message that was said never changes
          <mark key={index} title={reading}>
            {text}
          </mark>
        ),
      )}
    </p>
  );
}

function Readings({ message, evidence }: ReadProps): ReactNode {
  return (
    <dl className="readings">
      {evidence.map(({ start, end, reading, features }) => (
        <div key={`${start} ${end} ${reading}`}>
          <dt>
            “{message.slice(start, end)}” <code>{reading}</code>
          </dt>
          <dd>{features.map(({ name, contribution }) => words.feature(name, contribution)).join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}
