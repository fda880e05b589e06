import { type Markup, markup, round } from "./markup.ts";

export interface HeatMap {
  readonly title: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** By row, then column. */
  readonly values: readonly (readonly number[])[];
  /** Beside the rows and above the columns. */
  readonly corner: string;
  /** `shades`: many small cells without numbers, whose values go from 0 to 1. */
  readonly form?: "counts" | "shades";
}

const forms = {
  counts: { cell: { width: 76, height: 30 }, labelWidth: 170, headHeight: 96, longest: 60 },
  shades: { cell: { width: 26, height: 15 }, labelWidth: 330, headHeight: 30, longest: 50 },
};

/** A grid of numbers, the darker the larger. Zero is left empty. */
export const heatMap = ({ title, rows, columns, values, corner, form = "counts" }: HeatMap): Markup => {
  const { cell, labelWidth, headHeight, longest } = forms[form];
  const most = Math.max(1, ...values.flat());
  const isCounted = form === "counts";
  const baseline = isCounted ? 19 : 11;
  const width = labelWidth + columns.length * cell.width + 70;
  const height = headHeight + rows.length * cell.height;
  const heads = columns.map((name, index) => {
    const at = labelWidth + index * cell.width + cell.width / 2 - 6;
    return isCounted
      ? markup`<text class="ink" transform="translate(${at} ${headHeight - 10}) rotate(-38)">${name}</text>`
      : markup`<text class="middle" x="${at + 5}" y="${headHeight - 10}">${name}</text>`;
  });
  const body = rows.map((name, row) => {
    const top = headHeight + row * cell.height;
    const cells = columns.map((column, index) => {
      const value = values[row]?.[index] ?? 0;
      const left = labelWidth + index * cell.width;
      const strength = value === 0 ? 0 : round(0.15 + 0.65 * (value / most));
      return markup`<g><title>${name}, ${column}: ${value}</title><rect x="${left}" y="${top}" width="${cell.width - 2}" height="${cell.height - 2}" rx="${isCounted ? 4 : 2}" style="fill:rgba(var(--heat), ${strength});stroke:var(--line)"/>
${value === 0 || !isCounted ? "" : markup`<text class="ink middle" x="${left + cell.width / 2 - 1}" y="${top + baseline}">${value}</text>`}</g>`;
    });
    const label = name.length <= longest ? name : `${name.slice(0, longest - 1)}…`;
    return markup`<text class="ink end" x="${labelWidth - 10}" y="${top + baseline}">${label}</text>${cells}
`;
  });
  // A small map is not blown up to the width of the page.
  return markup`<svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="${title}"><text class="end" x="${labelWidth - 10}" y="${headHeight - 10}">${corner}</text>${heads}
${body}</svg>`;
};
