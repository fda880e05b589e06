import { type Markup, markup, type Part } from "./markup.ts";

export interface Column {
  readonly label: string;
  readonly align?: "number";
}

/** A table; numbers are aligned to the right. Nothing is shown for no rows. */
export const table = (columns: readonly Column[], rows: readonly (readonly Part[])[]): Markup => {
  if (rows.length === 0) return markup``;
  const classOf = (index: number): Markup => ({ html: columns[index]?.align === "number" ? ' class="number"' : "" });
  const head = columns.map(({ label }, index) => markup`<th scope="col"${classOf(index)}>${label}</th>`);
  const body = rows.map(
    (cells) => markup`<tr>${cells.map((cell, index) => markup`<td${classOf(index)}>${cell}</td>`)}</tr>
`,
  );
  return markup`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}</tbody></table></div>`;
};

/** A word in a frame: a command, a tag. */
export const chip = (label: string, tone: "plain" | "good" | "bad" | "missed" = "plain"): Markup =>
  markup`<span class="chip ${tone}">${label}</span>`;
