import { scopeOf } from "../../../src/cli/eval/data-files.ts";
import { loadAssistant } from "../../../src/config/load.ts";
import { writeJsonlRows } from "../../../src/optimize/datasets/jsonl-rows.ts";
import { readYamlRows } from "../../../src/optimize/datasets/read-yaml-rows.ts";
import { labels } from "../simulated-models/labels.ts";
import type { Row } from "../simulated-models/rows.ts";
import { workshop } from "./workshop.ts";

/** The rows as a file of JSON lines, of which a share comes from stored conversations. */
export async function labelledAsConversations(list: readonly Row[], share: number): Promise<string> {
  const { assistant } = await loadAssistant(workshop);
  if (assistant === null) throw new Error("the workshop does not load");
  const rows = readYamlRows(labels(list), scopeOf(assistant));
  return writeJsonlRows(
    rows.map((row, index) => ({ ...row, source: (index % 10) / 10 < share ? "conversations" : row.source })),
  );
}
