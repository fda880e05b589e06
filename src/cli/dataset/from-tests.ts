import { join } from "node:path";
import { holdDialogue } from "../../dialogue/hold-dialogue.ts";
import { scriptedSpeaker } from "../../dialogue/speakers.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { groupOf, type LabelledRow, rowId } from "../../optimize/datasets/row.ts";
import { contextOf, situationFrom, whereOf } from "../../optimize/datasets/situation.ts";
import { createSoni } from "../../runtime/create-soni.ts";
import type { Conversation } from "../../testing/conversation.ts";
import { openAssistant } from "../../testing/open-assistant.ts";
import type { UnderstandRequest } from "../../understand/understander.ts";
import type { Console } from "../console.ts";
import { scopeOf } from "../eval/data-files.ts";
import { labelsOf, readDialogues } from "../eval/dialogues.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { type OutOption, openForData, writeRows } from "./dataset.ts";

/** The messages of conversation tests, each in the place where its test says it. */
export async function datasetFromTests(
  folder: string,
  options: OutOption & { readonly tests?: string },
  console: Console,
): Promise<ExitCode> {
  const assistant = await openForData(folder);
  const conversations = await readDialogues(options.tests ?? join(folder, "tests"));
  const rows: LabelledRow[] = [];
  for (const conversation of conversations) rows.push(...(await rowsOf(conversation, assistant)));
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  await writeRows(distinct, options, console);
  return exitCode.done;
}

/** Held with the real engine, which is told what each message means: so every place is one that conversations come to. */
async function rowsOf(conversation: Conversation, assistant: Assistant): Promise<readonly LabelledRow[]> {
  const rows: LabelledRow[] = [];
  const scope = scopeOf(assistant);
  let now = conversation.setup.clock;
  let index = 0;
  const understander = {
    understand: async ({ message, context }: UnderstandRequest) => {
      const turn = conversation.turns[index];
      const expected = turn === undefined ? null : labelsOf(conversation, turn);
      if (expected === null) return { commands: [], confidence: 0 };
      const situation = situationFrom(context);
      const identified = { context: situation, message, expected };
      rows.push({
        id: rowId(identified),
        group: groupOf(identified),
        message,
        where: whereOf(situation),
        situation,
        context: contextOf(situation, scope),
        expected,
        tags: ["test"],
        source: "tests",
      });
      return { commands: expected, confidence: 1 };
    },
  };
  const soni = createSoni({ ...(await openAssistant(conversation)), understander, clock: { now: () => now } });
  const lines = conversation.turns.map((turn) => {
    const { input, after } = turn;
    const isSaid = labelsOf(conversation, turn) !== null && input.kind === "message";
    return { input: isSaid ? { kind: "message" as const, text: input.text } : input, after };
  });
  const advance = (milliseconds: number): void => {
    now += milliseconds;
  };
  try {
    const setting = { soni: () => soni, conversationId: "tests", session: conversation.setup.session ?? {}, advance };
    for await (const { outcome } of holdDialogue(scriptedSpeaker(lines), setting)) {
      index += 1;
      // What a test expects to fail says nothing about understanding, but the dialogue goes on.
      if (!outcome.ok && conversation.turns[index - 1]?.error === undefined) throw outcome.error;
    }
  } finally {
    await soni.close();
  }
  return rows;
}
