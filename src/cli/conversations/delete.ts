import { createInterface } from "node:readline/promises";
import { SoniError } from "../../domain/errors.ts";
import { type Console, writeLine } from "../console.ts";
import { counted } from "../show-findings.ts";
import { type StoreChoice, unknownConversation, withStore } from "./open-conversations.ts";

export interface DeleteOptions extends StoreChoice {
  readonly yes?: true;
}

/** Asks first where a person can answer; a script says so itself. */
export async function deleteConversation(
  place: { readonly folder: string; readonly conversationId: string },
  options: DeleteOptions,
  console: Console,
): Promise<void> {
  const { conversationId } = place;
  await withStore(place.folder, options, async (store) => {
    const turns = (await store.transcript(conversationId)).length;
    if (turns === 0) throw unknownConversation(conversationId);
    if (
      options.yes !== true &&
      !(await agreed(`Delete '${conversationId}' (${counted(turns, "turn")}) for good? [y/N] `, console))
    )
      return writeLine(console.output, "Nothing was deleted.");
    await store.deleteConversation(conversationId);
    writeLine(console.output, `Deleted '${conversationId}' (${counted(turns, "turn")}).`);
  });
}

async function agreed(question: string, { input, output }: Console): Promise<boolean> {
  if (input.isTTY !== true || output.isTTY !== true)
    throw new SoniError("cli.not_confirmed", "Nobody is there to confirm it: add --yes to delete the conversation.");
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
