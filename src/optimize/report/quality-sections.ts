import { bars } from "../../report/bars.ts";
import { curves } from "../../report/curves.ts";
import { heatMap } from "../../report/heat-map.ts";
import { type Markup, markup } from "../../report/markup.ts";
import { columns, heading, type Section } from "../../report/page.ts";
import { chip, table } from "../../report/table.ts";
import type { EvalResult } from "../evaluate/result.ts";
import type { Evaluation, WrongRow } from "../evaluate/summarise.ts";
import type { Covered } from "../metrics/label-coverage.ts";
import { outcomeNames, outcomeTitles } from "../metrics/outcomes.ts";
import { chips, percent, range } from "./formats.ts";

export const outcomes = ({ candidates }: EvalResult): Section => ({
  title: "What became of the messages",
  about:
    "Exact: what an attentive person would have done. Silently wrong: something that nobody wanted was stored, started or ended without a question. Asked: doubt became a question. Partial: only right things were done, and something was left out.",
  content: candidates.map(
    (one) =>
      markup`<div>${candidates.length > 1 ? heading(one.name) : ""}${bars(
        outcomeNames.map((name) => ({
          label: outcomeTitles[name],
          ...one.outcomes[name],
          note: `${percent(one.outcomes[name].value)} (${range(one.outcomes[name])})${
            name === "asked" ? `, ${percent(one.outcomes.offered.value)} with what was wanted` : ""
          }`,
        })),
        `What became of the messages, ${one.name}`,
      )}</div>`,
  ),
});

export const commands = ({ candidates }: EvalResult): Section => ({
  title: "Commands",
  about: "F1 of each command. A low one with a high count is where examples help most.",
  content: candidates.map(
    (one) =>
      markup`<div>${candidates.length > 1 ? heading(one.name) : ""}${columns([
        bars(
          one.byType.map(({ type, f1, expected }) => ({
            label: type,
            value: f1,
            note: `${percent(f1)} of ${expected}`,
          })),
          `F1 of each command, ${one.name}`,
          "half",
        ),
        table(
          [
            { label: "Command" },
            { label: "Expected", align: "number" },
            { label: "Understood", align: "number" },
            { label: "Precision", align: "number" },
            { label: "Recall", align: "number" },
          ],
          [...one.byType, one.overall].map(({ type, expected, understood, precision, recall }) => [
            type,
            expected,
            understood,
            percent(precision),
            percent(recall),
          ]),
        ),
      ])}</div>`,
  ),
});

export const flows = ({ candidates }: EvalResult): readonly Section[] => {
  const confused = candidates.filter(({ confusedFlows }) => confusedFlows.length > 0);
  if (confused.length === 0) return [];
  return [
    {
      title: "Flows taken for another",
      about: "The flow that was meant, by the flow that was started. None: no flow was meant, or none was started.",
      content: confused.map((one) => {
        const rows = [...new Set(one.confusedFlows.map(({ expected }) => expected))].sort();
        const names = [...new Set(one.confusedFlows.map(({ understood }) => understood))].sort();
        const countOf = (expected: string, understood: string): number =>
          one.confusedFlows.find((pair) => pair.expected === expected && pair.understood === understood)?.count ?? 0;
        return markup`<div>${confused.length > 1 ? heading(one.name) : ""}${heatMap({
          title: `Flows taken for another, ${one.name}`,
          rows,
          columns: names,
          values: rows.map((expected) => names.map((understood) => countOf(expected, understood))),
          corner: "meant",
        })}</div>`;
      }),
    },
  ];
};

export const confidence = ({ candidates }: EvalResult): Section => ({
  title: "Confidence",
  about:
    "Left: of the messages that it was so sure of, how many were right; on the dashed line it is as right as it is sure. Right: how many of the answers are wrong if only the surest are taken.",
  content: [
    columns([
      curves(
        candidates.map(({ name, calibration }) => ({
          name,
          points: calibration.bins.map((bin) => ({
            x: bin.confidence,
            y: bin.right,
            weight: bin.count,
            note: `${bin.count} messages, ${percent(bin.confidence)} sure, ${percent(bin.right)} right`,
          })),
        })),
        { title: "Reliability", x: "how sure", y: "how often right", diagonal: true },
      ),
      curves(
        candidates.map(({ name, calibration }) => ({
          name,
          points: calibration.riskCoverage.map(({ coverage: share, risk }) => ({ x: share, y: risk })),
        })),
        {
          title: "Risk and coverage",
          x: "messages answered, the surest first",
          y: "of those, wrong",
          most: { y: riskEnd(candidates) },
        },
      ),
    ]),
    table(
      [
        { label: "Understander" },
        { label: "AUROC", align: "number" },
        { label: "Calibration error", align: "number" },
        { label: "Brier", align: "number" },
      ],
      candidates.map(({ name, calibration }) => [
        name,
        calibration.auroc === null ? "" : calibration.auroc.toFixed(3),
        percent(calibration.expectedError),
        calibration.brier.toFixed(3),
      ]),
    ),
  ],
});

/** A tenth above the worst, so that small risks are seen too. */
const riskEnd = (candidates: readonly Evaluation[]): number => {
  const worst = Math.max(0.05, ...candidates.flatMap((one) => one.calibration.riskCoverage.map(({ risk }) => risk)));
  return Math.min(1, Math.ceil(worst * 11) / 10);
};

export const coverage = ({ coverage: { flows: flowList, commands: commandList, slots } }: EvalResult): Section => ({
  title: "What the labels speak of",
  about: "How many messages have each as a label. What has none is not measured.",
  content: [columns([covered("Flows", flowList), covered("Slots", slots)]), covered("Commands", commandList)],
});

const covered = (title: string, list: readonly Covered[]): Markup =>
  markup`<div>${heading(title)}${list.map(({ name, rows }) => chip(`${name} ${rows}`, rows === 0 ? "missed" : "plain"))}</div>`;

const shownAtMost = 200;

export const wrong = ({ candidates }: EvalResult): readonly Section[] =>
  candidates
    .filter(({ wrong: rows }) => rows.length > 0)
    .map((one) => ({
      title: candidates.length > 1 ? `Not exact: ${one.name}` : "Not exact",
      about: `${one.wrong.length} messages. Green: right. Red: invented. Dashed: missed.`,
      content: [wrongTable(one.wrong.slice(0, shownAtMost))],
    }));

const wrongTable = (rows: readonly WrongRow[]): Markup =>
  table(
    [
      { label: "Where" },
      { label: "Message" },
      { label: "Outcome" },
      { label: "Understood" },
      { label: "Sure", align: "number" },
    ],
    rows.map((row) => [
      markup`<span class="soft">${row.where}</span>`,
      row.message,
      markup`<span class="${row.outcome === "silent" ? "bad" : "soft"}">${outcomeTitles[row.outcome]}</span>`,
      [chips(row), row.inOrder ? "" : markup`<span class="bad">in the wrong order</span>`],
      percent(row.confidence),
    ]),
  );
