import type { Command } from "../../engine/commands/command.ts";
import type { FeatureValues } from "../../understand/embedded/joint/features.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { coerceValues } from "../metrics/coerce-commands.ts";
import { type Happening, happeningOf } from "../metrics/outcomes.ts";
import { type FitRow, harmOf } from "./fit-weights.ts";

/** A message with a way to tell whether commands are what its user wants. */
export interface FitMessage {
  /** The assistant, or the data set, that is left out as a whole. */
  readonly domain: string;
  readonly message: string;
  readonly context: UnderstandingContext;
  judge(commands: readonly Command[]): Pick<Happening, "exact" | "wrong" | "right">;
  /** 1 unless given: how much it counts. */
  readonly weight?: number;
}

export const fitMessage = (row: LabelledRow, domain: string): FitMessage => ({
  domain,
  message: row.message,
  context: row.context,
  judge: (commands) => happeningOf(row.expected, commands, { context: row.context }),
});

/** What a message may mean, as an understander lists it. */
export type List = (
  message: Pick<FitMessage, "message" | "context">,
  weights: Readonly<Record<string, number>>,
) => Promise<readonly { readonly commands: readonly Command[]; readonly features: FeatureValues }[]>;

/** The lists of hypotheses, each judged by the label of its message. The search for hypotheses keeps what the weights think best. */
export const hypothesisRows = async (
  messages: readonly FitMessage[],
  list: List,
  weights: Readonly<Record<string, number>>,
): Promise<readonly FitRow[]> => {
  const rows: FitRow[] = [];
  for (const { domain, message, context, judge, weight } of messages) {
    const hypotheses = await list({ message, context }, weights);
    rows.push({
      domain,
      hypotheses: hypotheses.map(({ commands, features }) => ({
        features,
        harm: harmOf(judge(coerceValues(commands, context))),
      })),
      ...(weight === undefined ? {} : { weight }),
    });
  }
  return rows;
};
