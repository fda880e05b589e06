import { heatMap } from "../../report/heat-map.ts";
import type { Markup } from "../../report/markup.ts";
import type { Section } from "../../report/page.ts";
import { tree } from "../../report/tree.ts";
import type { CandidateRecord } from "../search/search.ts";
import { percent } from "./formats.ts";
import type { OptimizeResult } from "./optimize-result.ts";

/** More do not fit on a page. */
const shown = { nodes: 60, columns: 24, rows: 60 };

type Candidates = Pick<OptimizeResult, "candidates" | "best" | "devRows">;

/** Programs and what they were made of; if there are too many, those that were asked in full. */
export const candidateTree = ({ candidates, best }: Candidates): Markup => {
  const kept = new Set(
    (candidates.length <= shown.nodes ? candidates : candidates.filter(({ full }) => full !== null))
      .slice(0, shown.nodes)
      .map(({ id }) => id),
  );
  return tree(
    candidates
      .filter(({ id }) => kept.has(id))
      .map((each) => ({
        id: each.id,
        parents: each.parents.filter((parent) => kept.has(parent)),
        label: labelOf(each),
        note: `${each.id}, ${each.origin}: ${labelOf(each)}`,
        tone: each.id === best ? "chosen" : each.full === null ? "pale" : "plain",
      })),
    "Which program came of which",
  );
};

const labelOf = ({ full }: CandidateRecord): string => (full === null ? "in part" : percent(full));

/** Only rows on which programs differ: the others tell nothing about them. */
export const rowsByCandidates = ({ candidates, devRows }: Candidates): readonly Section[] => {
  const asked = candidates.filter(({ full }) => full !== null).slice(0, shown.columns);
  const differing = devRows.filter(({ id }) => new Set(asked.map(({ scores }) => scores[id])).size > 1);
  if (asked.length < 2 || differing.length === 0) return [];
  const hardest = differing
    .map((row) => ({ row, sum: asked.reduce((sum, { scores }) => sum + (scores[row.id] ?? 0), 0) }))
    .sort((a, b) => a.sum - b.sum)
    .slice(0, shown.rows)
    .map(({ row }) => row);
  return [
    {
      title: "Messages by programs",
      about: `Filled: right. Only the messages that programs read differently, the hardest first: ${hardest.length} of ${devRows.length}.`,
      content: [
        heatMap({
          title: "Score of each message with each program",
          rows: hardest.map(({ label }) => label),
          columns: asked.map(({ id }) => String(id)),
          values: hardest.map(({ id }) => asked.map(({ scores }) => Math.round((scores[id] ?? 0) * 100) / 100)),
          corner: "program",
          form: "shades",
        }),
      ],
    },
  ];
};
