import { bars } from "../../report/bars.ts";
import { markup } from "../../report/markup.ts";
import { figure, folded, page } from "../../report/page.ts";
import { chip, table } from "../../report/table.ts";
import type { Simulated } from "../../testing/simulate/simulate.ts";
import { deviations } from "../../testing/simulate/users.ts";

export interface SimulationFigures {
  readonly users: number;
  readonly succeeded: number;
  readonly harmed: number;
  /** On average, of those who succeeded. */
  readonly turns: number;
}

export function figuresOf(simulated: readonly Simulated[]): SimulationFigures {
  const good = simulated.filter(({ succeeded }) => succeeded);
  const sum = good.reduce((total, { turns }) => total + turns.length, 0);
  return {
    users: simulated.length,
    succeeded: good.length,
    harmed: simulated.filter(({ harm }) => harm.length > 0).length,
    turns: good.length === 0 ? 0 : Math.round((sum / good.length) * 10) / 10,
  };
}

/** One HTML file: the figures, success by what users do, and each conversation. */
export function simulationReport(name: string, simulated: readonly Simulated[]): string {
  const { users, succeeded, harmed, turns } = figuresOf(simulated);
  const groups = ["none", ...deviations].flatMap((deviation) => {
    const group = simulated.filter(({ user }) =>
      deviation === "none" ? user.deviations.length === 0 : user.deviations.some((each) => each === deviation),
    );
    const good = group.filter((each) => each.succeeded).length;
    return group.length === 0
      ? []
      : [{ label: deviation, value: good / group.length, note: `${good} of ${group.length}` }];
  });
  return page({
    title: `Simulated users of ${name}`,
    subtitle: `${users} users with goals, in their own words.`,
    figures: [
      figure({ label: "succeeded", value: `${succeeded} of ${users}`, tone: succeeded === users ? "good" : "plain" }),
      figure({ label: "harmed", value: String(harmed), tone: harmed === 0 ? "good" : "bad" }),
      figure({ label: "messages", value: String(turns), note: "on average, of those who succeeded" }),
    ],
    sections: [
      {
        title: "By deviation",
        about: "What users do besides answering.",
        content: [bars(groups, "success by deviation")],
      },
      {
        title: "Users",
        content: [
          table(
            [{ label: "user" }, { label: "result" }, { label: "messages", align: "number" }, { label: "why" }],
            simulated.map((each) => [
              each.user.name,
              chip(wordFor(each), each.succeeded ? "good" : "bad"),
              each.turns.length,
              [...each.harm, ...(each.missed === null ? [] : [each.missed])].join(" "),
            ]),
          ),
        ],
      },
      {
        title: "Conversations",
        content: simulated.map((each) =>
          folded(`${each.user.name}: ${wordFor(each)}`, [
            markup`<ol>${each.turns.map(
              ({ said, answered }) =>
                markup`<li><strong>${said}</strong>${answered.map((text) => markup`<br>${text}`)}</li>`,
            )}</ol>`,
          ]),
        ),
      },
    ],
  });
}

export const wordFor = ({ succeeded, harm }: Simulated): string =>
  harm.length > 0 ? "harmed" : succeeded ? "succeeded" : "missed";
