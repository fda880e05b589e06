import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { LabelledRow } from "../../optimize/datasets/row.ts";
import { type Split, splitOf } from "../../optimize/datasets/split.ts";
import { readDataFiles, scopeOf } from "../eval/data-files.ts";

export interface Splits {
  /** To learn from. */
  readonly train: readonly LabelledRow[];
  /** To choose by. */
  readonly dev: readonly LabelledRow[];
  /** For the gate. */
  readonly test: readonly LabelledRow[];
  /** Rows of stored conversations that are kept from what may be learnt. */
  readonly keptBack: number;
}

/** With fewer the gate finds nothing but miracles, and learning is guessing. */
const fewest: Readonly<Record<Split, number>> = { train: 10, dev: 8, test: 12 };

/** The rows by split. Messages of stored conversations are measured, and not learnt from unless that is asked for. */
export async function readSplits(
  place: string,
  assistant: Assistant,
  { fromConversations }: { readonly fromConversations: boolean },
): Promise<Splits> {
  const rows = await readDataFiles(place, scopeOf(assistant));
  const of = (split: Split): readonly LabelledRow[] => rows.filter((row) => splitOf(row) === split);
  const train = of("train").filter(({ source }) => fromConversations || source !== "conversations");
  const splits: Splits = { train, dev: of("dev"), test: of("test"), keptBack: of("train").length - train.length };
  for (const split of ["train", "dev", "test"] as const) {
    if (splits[split].length >= fewest[split]) continue;
    const kept =
      split === "train" && splits.keptBack > 0
        ? ` ${splits.keptBack} of stored conversations are left out: allow them with --learn-from-conversations.`
        : "";
    throw new SoniError(
      "optimize.too_few_rows",
      `'${place}' has ${splits[split].length} rows in the split '${split}', and ${fewest[split]} are needed.${kept} Label more messages, or make some with 'soni dataset generate'.`,
    );
  }
  return splits;
}
