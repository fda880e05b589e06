import { type Bar, bars } from "../../report/bars.ts";
import { type Markup, markup } from "../../report/markup.ts";
import { figure, page, type Section } from "../../report/page.ts";
import { legend } from "../../report/series.ts";
import { table } from "../../report/table.ts";
import type { EvalResult } from "../evaluate/result.ts";
import { grouped, percent, points, range } from "./formats.ts";
import { commands, confidence, coverage, flows, outcomes, wrong } from "./quality-sections.ts";
import { dialogues, robust } from "./robustness-sections.ts";

/** What `soni eval` found, as a page. */
export const evalReport = (result: EvalResult): string =>
  page({
    title: "How well messages are understood",
    subtitle: `${result.assistant}: ${result.rows} labelled messages in ${result.groups} groups, from ${result.data}`,
    figures: figuresOf(result),
    sections: [
      side(result),
      outcomes(result),
      ...compared(result),
      ...robust(result),
      ...dialogues(result),
      commands(result),
      ...flows(result),
      confidence(result),
      passes(result),
      coverage(result),
      ...wrong(result),
    ].filter(({ content }) => content.length > 0),
  });

const figuresOf = ({ candidates, missed }: EvalResult): readonly Markup[] => [
  ...candidates.slice(0, 3).map((one) =>
    figure({
      label: one.name,
      value: percent(one.exact.value),
      note: `understood exactly, ${range(one.exact)}`,
    }),
  ),
  ...(missed.length === 0 ? [] : [figure({ label: "thresholds missed", value: String(missed.length), tone: "bad" })]),
  ...candidates
    .filter(({ failed }) => failed > 0)
    .map((one) =>
      figure({
        label: `${one.name}: not answered`,
        value: String(one.failed),
        note: "in no score",
        tone: "bad",
      }),
    ),
];

const side = ({ candidates }: EvalResult): Section => {
  const isRepeated = candidates.some(({ stability }) => stability !== null);
  return {
    title: "Scores",
    about:
      "Exact: all commands of a message are right, and in an order that leads to the same. F1: over single commands. The whiskers hold the truth in 95 of 100 evaluations; messages of one group count together.",
    content: [
      bars(
        candidates.flatMap((one, series): readonly Bar[] => [
          {
            label: `${one.name}, exact`,
            ...one.exact,
            note: `${percent(one.exact.value)} (${range(one.exact)})`,
            series,
          },
          { label: `${one.name}, F1`, ...one.f1, note: `${percent(one.f1.value)} (${range(one.f1)})`, series },
        ]),
        "Exact and F1 of each understander",
      ),
      legend(candidates.map(({ name }) => name)),
      table(
        [
          { label: "Understander" },
          { label: "Answered", align: "number" },
          { label: "Not answered", align: "number" },
          { label: "p50 ms", align: "number" },
          { label: "p95 ms", align: "number" },
          { label: "Cost $", align: "number" },
          ...(isRepeated ? [{ label: "Same in every repeat", align: "number" as const }] : []),
        ],
        candidates.map((one) => [
          one.name,
          one.answered,
          one.failed === 0 ? "0" : `${one.failed} (${one.failures.map(({ code }) => code).join(", ")})`,
          one.latency.p50.toFixed(0),
          one.latency.p95.toFixed(0),
          one.cost === undefined ? "" : one.cost.toFixed(4),
          ...(isRepeated ? [one.stability === null ? "" : percent(one.stability)] : []),
        ]),
      ),
    ],
  };
};

const compared = ({ comparisons }: EvalResult): readonly Section[] =>
  comparisons.length === 0
    ? []
    : [
        {
          title: "On the same messages",
          about:
            "Paired by message and resampled by group. A difference is more than chance if its range does not include 0.",
          content: [
            table(
              [
                { label: "Understander" },
                { label: "Against" },
                { label: "Difference", align: "number" },
                { label: "95%", align: "number" },
                { label: "p", align: "number" },
                { label: "Better on", align: "number" },
                { label: "Worse on", align: "number" },
              ],
              comparisons.map((one) => [
                one.after,
                one.before,
                markup`<strong class="${one.low > 0 ? "good" : one.high < 0 ? "bad" : ""}">${points(one.value)}</strong>`,
                `${points(one.low)} to ${points(one.high)}`,
                one.p < 0.001 ? "< 0.001" : one.p.toFixed(3),
                one.better,
                one.worse,
              ]),
            ),
          ],
        },
      ];

const passes = ({ candidates }: EvalResult): Section => ({
  title: "Time, tokens and cost",
  about: "For each pass: a model is asked for commands first, and then for the values of a flow that was just started.",
  content: [
    table(
      [
        { label: "Understander" },
        { label: "Pass" },
        { label: "Calls", align: "number" },
        { label: "p50 ms", align: "number" },
        { label: "p95 ms", align: "number" },
        { label: "Input tokens", align: "number" },
        { label: "Cached", align: "number" },
        { label: "Output tokens", align: "number" },
        { label: "Cost $", align: "number" },
      ],
      candidates.flatMap((one) =>
        one.passes.map((pass) => [
          one.name,
          pass.pass,
          pass.calls,
          pass.latency.p50.toFixed(0),
          pass.latency.p95.toFixed(0),
          grouped(pass.inputTokens),
          percent(pass.cachedShare),
          grouped(pass.outputTokens),
          pass.cost === undefined ? "" : pass.cost.toFixed(4),
        ]),
      ),
    ),
  ],
});
