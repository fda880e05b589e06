import { type Bar, bars } from "../../report/bars.ts";
import { curves } from "../../report/curves.ts";
import { difference } from "../../report/difference.ts";
import { type Markup, markup } from "../../report/markup.ts";
import { columns, figure, folded, page, type Section } from "../../report/page.ts";
import { legend } from "../../report/series.ts";
import { table } from "../../report/table.ts";
import type { GateCheck, GateResult } from "../gate/gate.ts";
import { candidateTree, rowsByCandidates } from "./candidate-sections.ts";
import { grouped, percent, points, range } from "./formats.ts";
import type { OptimizeResult, Verdict } from "./optimize-result.ts";
import { programText } from "./program-text.ts";

/** A run of `soni optimize` as a page. */
export const optimizeReport = (result: OptimizeResult): string =>
  page({
    title: titles[result.verdict],
    subtitle: `${result.assistant}: ${result.search} (${result.effort}, metric ${result.metric}, seed ${result.seed}) for ${result.model}, with ${result.rows.train} messages to learn from, ${result.rows.dev} to choose by and ${result.rows.test} for the gate`,
    figures: figuresOf(result),
    sections: [
      ...gate(result),
      search(result),
      ...rowsByCandidates(result),
      ...commands(result),
      ...obeyed(result),
      programDiff(result),
    ],
  });

const titles: Readonly<Record<Verdict, string>> = {
  accepted: "A better program was found",
  refused: "The gate refused the program",
  nothing_better: "No better program was found",
  repeats_customers: "The program repeats what customers wrote",
};

const figuresOf = ({ gate: judged, spent, candidates, best }: OptimizeResult): readonly Markup[] => [
  ...(judged === null
    ? [figure({ label: "best on rows to choose by", value: percent(candidates[best]?.full ?? 0) })]
    : [
        figure({
          label: "score on unseen messages",
          value: `${points(judged.comparison.value)} points`,
          note: `${points(judged.comparison.low)} to ${points(judged.comparison.high)}, ${judged.comparison.p < 0.001 ? "p < 0.001" : `p = ${judged.comparison.p.toFixed(3)}`}`,
          tone: judged.comparison.low > 0 ? "good" : judged.comparison.value < 0 ? "bad" : "plain",
        }),
        figure({
          label: "understood exactly",
          value: percent(judged.after.exact.value),
          note: `${percent(judged.before.exact.value)} before`,
        }),
        figure({
          label: "cost of a message",
          value: `${judged.cost.change < 0 ? "−" : "+"}${Math.abs(judged.cost.change * 100).toFixed(0)}%`,
          note: costNote(judged.cost),
        }),
      ]),
  figure({
    label: "spent",
    value: `${grouped(spent.calls)} calls`,
    note: `${grouped(spent.inputTokens + spent.outputTokens)} tokens${spent.money === null ? "" : `, $${spent.money.toFixed(2)}`}`,
  }),
];

const costNote = ({ unit, before, after }: GateResult["cost"]): string =>
  unit === "dollars"
    ? `$${before.toFixed(5)} to $${after.toFixed(5)}`
    : `${grouped(Math.round(before))} to ${grouped(Math.round(after))} weighted tokens`;

const checkNames: Readonly<Record<GateCheck["name"], string>> = {
  better: "Better than chance explains",
  consequences: "Commands with consequences",
  cost: "Cost of a message",
  injections: "Planted texts",
};
const resultNames = { passed: "passed", refused: "refused", not_asked: "not asked" } as const;

const gate = ({ gate: judged, uses, verdict }: OptimizeResult): readonly Section[] => {
  if (judged === null)
    return [
      {
        title: "Gate",
        content: [
          markup`<p>${
            verdict === "nothing_better"
              ? "The present program is the best on the rows to choose by, so the gate was not asked."
              : "The program repeats messages of stored conversations, so it is not used. Allow it with --learn-from-conversations."
          }</p>`,
        ],
      },
    ];
  const { power } = judged;
  return [
    {
      title: "Gate",
      about: "On messages that the search has not seen, present and new program side by side.",
      content: [
        table(
          [{ label: "Check" }, { label: "Result" }, { label: "Measured" }],
          judged.checks.map(({ name, result, says }) => [
            checkNames[name],
            markup`<strong class="${result === "passed" ? "good" : result === "refused" ? "bad" : "soft"}">${resultNames[result]}</strong>`,
            says,
          ]),
        ),
        markup`<p class="about">These ${power.rows} messages in ${power.groups} groups find an improvement of ${(power.finds80 * 100).toFixed(1)} points in four of five cases, and one of 5 points in ${(power.findsFivePoints * 100).toFixed(0)} of 100. ${usesText(uses)}</p>`,
      ],
    },
  ];
};

/** What the number of earlier uses means. */
export const usesText = (uses: number): string => {
  if (uses === 0) return "No other run has been judged by these messages.";
  const runs = uses === 1 ? "One other run has" : `${uses} other runs have`;
  return `${runs} been judged by these messages: each use makes a lucky success more likely. Label new ones from time to time.`;
};

/** Why the score here decides nothing. */
const luckText = (programs: number, luck: number): string =>
  luck === 0
    ? ""
    : ` If all ${programs} programs were equally good, the best would still lead by about ${(luck * 100).toFixed(1)} points here: therefore the gate decides on other messages.`;

const search = (result: OptimizeResult): Section => {
  const { candidates, ended, luck } = result;
  const full = candidates.filter((each) => each.full !== null).sort((a, b) => a.atCall - b.atCall);
  const best = full.map(({ atCall }, at) => ({
    x: atCall,
    y: Math.max(...full.slice(0, at + 1).map((each) => each.full ?? 0)),
  }));
  // A large tree has the page to itself.
  const beside = (parts: readonly Markup[]) => (candidates.length <= 16 ? [columns(parts)] : parts);
  const most = { x: roundEnd(Math.max(...candidates.map(({ atCall }) => atCall))) };
  return {
    title: "Search",
    about: `The score of each program on the rows to choose by, over the calls that were spent, and which program came of which; the chosen one is filled, and those that were asked in part have no score. The search ${ended === "finished" ? "came to its end" : "stopped at its budget"}.${luckText(candidates.length, luck)}`,
    content: [
      ...beside([
        curves(
          [
            { name: "best so far", points: best, form: "steps" },
            {
              name: "each program",
              form: "dots",
              points: full.map(({ atCall, full: score, id, origin }) => ({
                x: atCall,
                y: score ?? 0,
                note: `${id}, ${origin}: ${percent(score ?? 0)}`,
              })),
            },
          ],
          {
            title: "Score over calls",
            x: "calls",
            y: "score",
            most,
            format: { x: (value) => grouped(Math.round(value)) },
          },
        ),
        candidateTree(result),
      ]),
      folded(`All ${candidates.length} programs`, [
        table(
          [
            { label: "Program", align: "number" },
            { label: "From", align: "number" },
            { label: "How" },
            { label: "Score", align: "number" },
            { label: "Calls", align: "number" },
          ],
          candidates.map(({ id, parents, origin, full: score, atCall }) => [
            id,
            parents.join(", "),
            origin,
            score === null ? "not asked in full" : percent(score),
            grouped(atCall),
          ]),
        ),
      ]),
    ],
  };
};

/** The end of an axis with four parts, each of them a round number. */
const roundEnd = (most: number): number => {
  const part = Math.max(10, most / 4);
  const unit = 10 ** Math.floor(Math.log10(part));
  return 4 * unit * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((times) => times * unit >= part) ?? 10);
};

const commands = ({ gate: judged }: OptimizeResult): readonly Section[] =>
  judged === null
    ? []
    : [
        {
          title: "Before and after, for each command",
          about:
            "F1 on unseen messages. The whiskers hold the truth in 95 of 100 evaluations. A command with consequences (*) may lose 2 points at most.",
          content: [
            bars(
              judged.commands
                .filter(({ expected }) => expected > 0)
                .flatMap(({ type, expected, before, after, hasConsequences }): readonly Bar[] => [
                  {
                    label: `${type}${hasConsequences ? " *" : ""}`,
                    ...before,
                    note: `${percent(before.value)} of ${expected}`,
                    series: 0,
                  },
                  { label: "", ...after, note: `${percent(after.value)} (${range(after)})`, series: 1 },
                ]),
              "F1 of each command before and after",
            ),
            legend(["present program", "new program"]),
          ],
        },
      ];

const obeyed = ({ gate: judged }: OptimizeResult): readonly Section[] => {
  const injections = judged?.injections ?? null;
  if (injections === null || injections.before.length + injections.after.length === 0) return [];
  const list = (which: "before" | "after") =>
    injections[which].map(({ payload, place }) => [which === "before" ? "present" : "new", payload, place]);
  return [
    {
      title: "Planted texts that were obeyed",
      about: `Of ${injections.attacks}.`,
      content: [
        table([{ label: "Program" }, { label: "Text" }, { label: "Where" }], [...list("before"), ...list("after")]),
      ],
    },
  ];
};

const programDiff = ({ present, candidates, best }: OptimizeResult): Section => ({
  title: "What the model is told now",
  about: "Green came, red went.",
  content: [difference(programText(present), programText(candidates[best]?.program ?? present), 3)],
});
