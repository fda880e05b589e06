import type { Progress } from "../../optimize/search/search.ts";
import { type Console, painter } from "../console.ts";
import { about, dollars } from "./figures.ts";

/** Milliseconds between two drawings. */
const pause = 80;
/** Where a terminal does not say how wide it is. */
const usualColumns = 80;

export interface ProgressLine {
  show(progress: Progress): void;
  end(): void;
}

/**
 * On a terminal one line is drawn over itself: the score so far, what it has cost and what is done now. Elsewhere there is a line for
 * each better program, without colours. `expected` is how many calls the whole run will probably take.
 */
export function createProgressLine(
  { errors }: Pick<Console, "errors">,
  { now, expected }: { readonly now: () => number; readonly expected: number },
): ProgressLine {
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
      const score = scoreOf(progress);
      const line = [score, ...spentOf(progress, expected), doing].join("  ");
      // A line that is longer than the terminal would leave its first half behind.
      const shown = fitting(line, (errors.columns ?? usualColumns) - 1);
      errors.write(`\r\u001b[K${paint("bold", shown.slice(0, score.length))}${shown.slice(score.length)}`);
    },
    end() {
      if (isLive) errors.write("\r\u001b[K");
    },
  };
}

const fitting = (text: string, columns: number): string =>
  text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;

const scoreOf = ({ present, best }: Progress): string => {
  if (present === null || best === null) return "measuring the present program";
  return best > present ? `${percent(present)} -> ${percent(best)}` : percent(present);
};

const spentOf = ({ spent: { calls, money }, candidates }: Progress, expected = 0): readonly string[] => [
  `${candidates} program${candidates === 1 ? "" : "s"}`,
  `${calls.toLocaleString("en")}${expected > calls ? ` of ~${about(expected)}` : ""} calls`,
  ...(money === null ? [] : [dollars(money)]),
];

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
