import type { Progress } from "../../optimize/search/search.ts";
import { type Console, painter } from "../console.ts";

/** Milliseconds between two drawings. */
const pause = 80;

export interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

/**
 * On a terminal one line is drawn over itself: what is done, the score so far and what it has cost. Elsewhere there is a line for
 * each better program, without colours.
 */
export function createProgressLine({ errors }: Pick<Console, "errors">, now: () => number): ProgressLine {
  const paint = painter(errors);
  const isLive = errors.isTTY === true;
  let drawn = Number.NEGATIVE_INFINITY;
  let told: number | null = null;
  return {
    show(progress) {
      const { best, doing } = progress;
      if (!isLive) {
        if (best === null || (told !== null && best <= told)) return;
        told = best;
        errors.write(`${[scoreOf(progress), ...spentOf(progress)].join(", ")}: ${doing}\n`);
        return;
      }
      if (now() - drawn < pause) return;
      drawn = now();
      const parts = [paint("bold", scoreOf(progress)), ...spentOf(progress), paint("dim", doing)];
      errors.write(`\r\u001b[K${parts.join("  ")}`);
    },
    end() {
      if (isLive) errors.write("\r\u001b[K");
    },
  };
}

const scoreOf = ({ present, best }: Progress): string => {
  if (present === null || best === null) return "measuring the present program";
  return best > present ? `${percent(present)} -> ${percent(best)}` : percent(present);
};

const spentOf = ({ spent: { calls, money }, candidates }: Progress): readonly string[] => [
  `${candidates} program${candidates === 1 ? "" : "s"}`,
  `${calls.toLocaleString("en")} calls`,
  ...(money === null ? [] : [`$${money.toFixed(4)}`]),
];

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
