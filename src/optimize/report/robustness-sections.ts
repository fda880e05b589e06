import { type Bar, bars } from "../../report/bars.ts";
import { markup } from "../../report/markup.ts";
import { folded, type Section } from "../../report/page.ts";
import { chip, table } from "../../report/table.ts";
import type { EvalResult } from "../evaluate/result.ts";
import { chips, percent, points, range } from "./formats.ts";

export const robust = ({ robustness, injections }: EvalResult): readonly Section[] =>
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

export const dialogues = ({ dialogues: list }: EvalResult): readonly Section[] =>
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
