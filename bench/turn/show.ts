/** A line of the report, with its verdict where there is a target. */
export function show(name: string, figures: string, value: number, target?: number): void {
  const verdict = target === undefined ? "    " : value <= target ? "ok  " : "OVER";
  const wanted = target === undefined ? "" : `(target ${target})`;
  console.log(`${verdict} ${name.padEnd(42)} ${value.toFixed(2).padStart(7)}  ${wanted.padEnd(13)} ${figures}`);
}

export const showRatio = (name: string, one: number, other: number, target?: number): void =>
  show(name, `${one.toFixed(1)} / ${other.toFixed(1)} µs`, one / other, target);
