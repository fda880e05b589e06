import type { ReactNode } from "react";
import { shownProvenance, shownValue } from "./describe-data.ts";
import type { FrameView } from "./turn-view.ts";
import { words } from "./words.ts";

/** What each running flow knows and where it came from; of the flows that just ended, if none runs. */
export function SlotsPanel({ frames }: { readonly frames: readonly FrameView[] }): ReactNode {
  const filled = frames.filter(({ slots }) => slots.length > 0).toReversed();
  return (
    <section className="panel" aria-label={words.slots}>
      <h3>{words.slots}</h3>
      {filled.length === 0 && <p className="nothing">{words.slotsEmpty}</p>}
      {filled.map(({ flowId, flow, slots }) => (
        <table key={flowId}>
          <caption>{flow}</caption>
          <thead className="visually-hidden">
            <tr>
              {words.slotHeads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <tr key={slot.name} data-slot={slot.name}>
                <th scope="row">{slot.name}</th>
                <td>
                  <code>{shownValue(slot.value)}</code>
                </td>
                <td className="origin">{shownProvenance(slot)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}
