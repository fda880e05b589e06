import { type Bar, bars } from "../../report/bars.ts";
import { curves } from "../../report/curves.ts";
import { heatMap } from "../../report/heat-map.ts";
import { type Markup, markup } from "../../report/markup.ts";
import { columns, figure, folded, heading, page, type Section } from "../../report/page.ts";
import { legend } from "../../report/series.ts";
import { chip, table } from "../../report/table.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { EvalResult } from "../evaluate/result.ts";
import type { Evaluation, WrongRow } from "../evaluate/summarise.ts";
import type { Estimate } from "../metrics/intervals.ts";
import type { Covered } from "../metrics/label-coverage.ts";

/** What `soni eval` found, as a page. */
export const evalReport = (result: EvalResult): string =>
  page({
    title: "How well messages are understood",
    subtitle: `${result.assistant}: ${result.rows} labelled messages in ${result.groups} groups, from ${result.data}`,
    figures: figuresOf(result),
    sections: [
      side(result),
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

const robust = ({ robustness, injections }: EvalResult): readonly Section[] =>
  robustness.length + injections.length === 0
    ? []
    : [
        {
          title: "Robustness",
          about:
            "The same messages with slips of the finger or in other words, and words planted by an attacker where a model reads them. An injection is obeyed if the command that it wants comes of it.",
          content: [
            table(
              [
                { label: "Understander" },
                { label: "Change" },
                { label: "Messages", align: "number" },
                { label: "Exact", align: "number" },
                { label: "95%", align: "number" },
                { label: "Difference", align: "number" },
              ],
              robustness.map(({ candidate, kind, rows, exact, change }) => [
                candidate,
                kind,
                rows,
                percent(exact.value),
                range(exact),
                `${points(change.value)} (${points(change.low)} to ${points(change.high)})`,
              ]),
            ),
            table(
              [
                { label: "Understander" },
                { label: "Injections", align: "number" },
                { label: "Obeyed", align: "number" },
                { label: "Which" },
              ],
              injections.map(({ candidate, answered, obeyed }) => [
                candidate,
                answered,
                markup`<strong class="${obeyed.length === 0 ? "good" : "bad"}">${obeyed.length}</strong>`,
                [...new Set(obeyed.map(({ payload, place }) => `${payload}, ${place}`))].map((which) =>
                  chip(which, "bad"),
                ),
              ]),
            ),
          ],
        },
      ];

const dialogues = ({ dialogues: list }: EvalResult): readonly Section[] =>
  list.length === 0
    ? []
    : [
        {
          title: "Whole dialogues",
          about:
            "Each message meets the state that the answers before it led to. A dialogue is as expected if it ends as its test says.",
          content: [
            bars(
              list.flatMap(({ candidate, reached, exactTurns }, series): readonly Bar[] => [
                {
                  label: `${candidate}, dialogues`,
                  ...reached,
                  note: `${percent(reached.value)} (${range(reached)})`,
                  series,
                },
                {
                  label: `${candidate}, messages`,
                  ...exactTurns,
                  note: `${percent(exactTurns.value)} (${range(exactTurns)})`,
                  series,
                },
              ]),
              "Dialogues that ended as expected, and messages that were understood exactly",
            ),
            ...list
              .filter(({ wrong: turns }) => turns.length > 0)
              .map(({ candidate, wrong: turns }) =>
                folded(`${candidate}: where ${turns.length} dialogues went another way`, [
                  table(
                    [
                      { label: "Dialogue" },
                      { label: "Turn", align: "number" },
                      { label: "Message" },
                      { label: "Understood" },
                    ],
                    turns.map((turn) => [turn.dialogue, turn.turn, turn.message, chips(turn)]),
                  ),
                ]),
              ),
          ],
        },
      ];

const commands = ({ candidates }: EvalResult): Section => ({
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

const flows = ({ candidates }: EvalResult): readonly Section[] => {
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

const confidence = ({ candidates }: EvalResult): Section => ({
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

const coverage = ({ coverage: { flows: flowList, commands: commandList, slots } }: EvalResult): Section => ({
  title: "What the labels speak of",
  about: "How many messages have each as a label. What has none is not measured.",
  content: [columns([covered("Flows", flowList), covered("Slots", slots)]), covered("Commands", commandList)],
});

const covered = (title: string, list: readonly Covered[]): Markup =>
  markup`<div>${heading(title)}${list.map(({ name, rows }) => chip(`${name} ${rows}`, rows === 0 ? "missed" : "plain"))}</div>`;

const shownAtMost = 200;

const wrong = ({ candidates }: EvalResult): readonly Section[] =>
  candidates
    .filter(({ wrong: rows }) => rows.length > 0)
    .map((one) => ({
      title: candidates.length > 1 ? `Not exact: ${one.name}` : "Not exact",
      about: `${one.wrong.length} messages. Green: right. Red: invented. Dashed: missed.`,
      content: [wrongTable(one.wrong.slice(0, shownAtMost))],
    }));

const wrongTable = (rows: readonly WrongRow[]): Markup =>
  table(
    [{ label: "Where" }, { label: "Message" }, { label: "Understood" }, { label: "Sure", align: "number" }],
    rows.map((row) => [
      markup`<span class="soft">${row.where}</span>`,
      row.message,
      [chips(row), row.inOrder ? "" : markup`<span class="bad">in the wrong order</span>`],
      percent(row.confidence),
    ]),
  );

const chips = ({ correct, missed, invented }: Pick<WrongRow, "correct" | "missed" | "invented">): readonly Markup[] => [
  ...correct.map((command) => chip(formatCommand(command), "good")),
  ...invented.map((command) => chip(formatCommand(command), "bad")),
  ...missed.map((command) => chip(formatCommand(command), "missed")),
];

const grouped = (count: number): string => count.toLocaleString("en");
const percent = (share: number): string => `${(share * 100).toFixed(1).replace(/\.0$/, "")}%`;
const points = (difference: number): string => `${difference < 0 ? "−" : "+"}${Math.abs(difference * 100).toFixed(1)}`;
const range = ({ low, high }: Estimate): string => `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}%`;
