import { type Markup, markup, round } from "./markup.ts";
import { seriesColour } from "./series.ts";

export interface Bar {
  readonly label: string;
  /** 0 to 1. */
  readonly value: number;
  /** The range that it is in, drawn as a whisker. */
  readonly low?: number;
  readonly high?: number;
  /** Beside the bar. */
  readonly note: string;
  /** Bars of one series share a colour. */
  readonly series?: number;
}

/** `wide` has the page to itself, `half` a column. */
const sizes = {
  wide: { width: 900, labelWidth: 250, noteWidth: 170, longest: 38 },
  half: { width: 450, labelWidth: 120, noteWidth: 96, longest: 18 },
};
const rowHeight = 26;
const barHeight = 14;

/** Horizontal bars from 0 to 1, one below the other. */
export const bars = (list: readonly Bar[], title: string, size: keyof typeof sizes = "wide"): Markup => {
  const { width, labelWidth, noteWidth, longest } = sizes[size];
  const shortened = (label: string): string => (label.length <= longest ? label : `${label.slice(0, longest - 1)}…`);
  const room = width - labelWidth - noteWidth;
  const x = (value: number): number => round(labelWidth + room * Math.min(1, Math.max(0, value)));
  const height = list.length * rowHeight + 22;
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (at) => markup`<line class="grid" x1="${x(at)}" x2="${x(at)}" y1="0" y2="${height - 20}"/>
<text class="middle" x="${x(at)}" y="${height - 5}">${at * 100}%</text>`,
  );
  const drawn = list.map((bar, index) => {
    const top = index * rowHeight + 4;
    const middle = top + barHeight / 2;
    return markup`<g><title>${bar.label}: ${bar.note}</title>
<text class="ink end" x="${labelWidth - 10}" y="${middle + 4}">${shortened(bar.label)}</text>
<rect x="${x(0)}" y="${top}" width="${round(x(bar.value) - x(0))}" height="${barHeight}" rx="3" fill="${seriesColour(bar.series ?? 0)}"/>
${whisker(bar, middle, x)}<text x="${width - noteWidth + 12}" y="${middle + 4}">${bar.note}</text></g>
`;
  });
  return markup`<svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="${title}">${lines}
${drawn}</svg>`;
};

const whisker = ({ low, high }: Bar, middle: number, x: (value: number) => number): Markup =>
  low === undefined || high === undefined
    ? markup``
    : markup`<path class="whisker" d="M${x(low)} ${middle - 4}v8M${x(low)} ${middle}H${x(high)}M${x(high)} ${middle - 4}v8"/>`;
