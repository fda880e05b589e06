import { type Markup, markup } from "./markup.ts";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Longer texts would take a table of too many cells. */
const linesAtMost = 2_000;

/** The lines that two texts share, and those that only one has: their longest common subsequence. */
export const diffLines = (before: string, after: string): readonly DiffLine[] => {
  const [old, now] = [before.split("\n").slice(0, linesAtMost), after.split("\n").slice(0, linesAtMost)];
  // common[i][j]: how many lines the rest of both from i and j on have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    if (row === undefined) continue;
    for (let j = now.length - 1; j >= 0; j -= 1)
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: "same", text: removed });
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: removed });
      i += 1;
    } else {
      lines.push({ kind: "added", text: added ?? "" });
      j += 1;
    }
  }
  return lines;
};

const marks = { same: "  ", added: "+ ", removed: "- " };

/** Without the lines that are the same in both and farther than this from a change; each gap becomes one line. */
export const nearChanges = (lines: readonly DiffLine[], around: number): readonly DiffLine[] => {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same");
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (isNear(at)) return [line];
    return at === 0 || isNear(at - 1) ? [{ kind: "same", text: "…" }] : [];
  });
};

/** Two texts as one, with what came and what went marked; `around`: only so many lines beside each change. */
export const difference = (before: string, after: string, around = Number.POSITIVE_INFINITY): Markup => {
  const lines = nearChanges(diffLines(before, after), around).map(({ kind, text }) => {
    const line = `${marks[kind]}${text}`;
    if (kind === "added") return markup`<ins>${line}</ins>`;
    return kind === "removed" ? markup`<del>${line}</del>` : markup`<span>${line}</span>`;
  });
  return markup`<pre class="diff">${lines}</pre>`;
};
