import type { ReactNode } from "react";
import type { TurnView } from "./turn-view.ts";
import { words } from "./words.ts";

interface TurnSliderProps {
  readonly turns: readonly TurnView[];
  readonly shown: TurnView;
  readonly onGo: (turn: number) => void;
}

/** Back and forth through what has been. */
export function TurnSlider({ turns, shown, onGo }: TurnSliderProps): ReactNode {
  const place = turns.indexOf(shown);
  const go = (index: number): void => {
    const view = turns[index];
    if (view !== undefined) onGo(view.entry.turn);
  };
  const label = words.turnOf(shown.entry.turn, turns.at(-1)?.entry.turn ?? 0);
  return (
    <div className="turns">
      <button
        type="button"
        className="button quiet"
        aria-label={words.earlier}
        disabled={place <= 0}
        onClick={() => go(place - 1)}
      >
        ‹
      </button>
      <input
        type="range"
        min={0}
        max={turns.length - 1}
        value={place}
        aria-label={words.turn}
        aria-valuetext={label}
        onChange={(event) => go(Number(event.target.value))}
      />
      <button
        type="button"
        className="button quiet"
        aria-label={words.later}
        disabled={place >= turns.length - 1}
        onClick={() => go(place + 1)}
      >
        ›
      </button>
      <span className="turn-label">{label}</span>
    </div>
  );
}
