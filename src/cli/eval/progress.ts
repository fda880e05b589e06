import type { Console } from "../console.ts";

/** Counts what is done; on a terminal it shows how far it is. */
export interface Progress {
  /** What is asked now, and how many questions it has. */
  begin(name: string, total: number): void;
  done(step: { readonly failed: boolean; readonly cost: number }): void;
  end(): void;
}

const width = 24;
/** Milliseconds between two drawings. */
const pause = 80;

/** Drawn over itself on the terminal's error stream, so that the output stays clean. Elsewhere nothing is shown. */
export function createProgress({ errors }: Pick<Console, "errors">, now: () => number): Progress {
  const isShown = errors.isTTY === true;
  let current = { name: "", total: 0, asked: 0, failed: 0, cost: 0, began: 0 };
  let drawn = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (isShown) errors.write("\r\u001b[K");
  };
  const draw = (): void => {
    if (!isShown || now() - drawn < pause) return;
    drawn = now();
    errors.write(`\r\u001b[K${lineOf(current, drawn)}`);
  };
  return {
    begin(name, total) {
      current = { name, total, asked: 0, failed: 0, cost: 0, began: now() };
      drawn = Number.NEGATIVE_INFINITY;
      draw();
    },
    done({ failed, cost }) {
      current.asked += 1;
      current.failed += failed ? 1 : 0;
      current.cost += cost;
      draw();
    },
    end: clear,
  };
}

interface Current {
  readonly name: string;
  readonly total: number;
  readonly asked: number;
  readonly failed: number;
  readonly cost: number;
  readonly began: number;
}

const lineOf = ({ name, total, asked, failed, cost, began }: Current, at: number): string => {
  const share = total === 0 ? 1 : asked / total;
  const full = Math.round(share * width);
  const left = asked === 0 ? null : Math.ceil((((at - began) / asked) * (total - asked)) / 1000);
  return [
    name,
    `${"█".repeat(full)}${"░".repeat(width - full)}`,
    `${asked}/${total}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(cost === 0 ? [] : [`$${cost.toFixed(4)}`]),
    ...(left === null || left === 0 ? [] : [`${left} s left`]),
  ].join("  ");
};
