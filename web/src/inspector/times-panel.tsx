import type { ReactNode } from "react";
import type { AuditEntry } from "../conversation/wire.ts";
import { shownFields, timesOf } from "./describe-data.ts";
import { words } from "./words.ts";

/** Where the time went, longest bar for the longest stage. */
export function TimesPanel({ entry: { timing, events, usage } }: { readonly entry: AuditEntry }): ReactNode {
  const times = timesOf(timing, events);
  const longest = Math.max(1, ...times.map(([, time]) => time));
  return (
    <section className="panel" aria-label={words.times}>
      <h3>{words.times}</h3>
      {times.length === 0 && <p className="nothing">{words.timesEmpty}</p>}
      <dl className="times">
        {times.map(([stage, time], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same action may run twice in a turn
          <div key={index}>
            <dt>{stage}</dt>
            <dd>
              <meter min={0} max={longest} value={time} aria-label={stage} />
              {words.milliseconds(time)}
            </dd>
          </div>
        ))}
        {usage !== undefined && (
          <div>
            <dt>{words.tokens}</dt>
            <dd>
              <code>{shownFields(usage)}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
