import { SoniError } from "../../engine/errors.ts";
import { asPlainText } from "../../respond/plain-text.ts";
import { openSoni } from "../../runtime/open-soni.ts";
import { type Console, writeLine } from "../console.ts";
import { type StoreChoice, unknownConversation } from "./open-conversations.ts";

/** Gives a conversation back from a person to the assistant, and shows what the assistant says. */
export async function releaseConversation(
  place: { readonly folder: string; readonly conversationId: string },
  { store }: StoreChoice,
  { output }: Console,
): Promise<void> {
  const { folder, conversationId } = place;
  const { soni } = await openSoni(folder, { recover: false, ...(store === undefined ? {} : { store }) });
  try {
    const state = await soni.getState(conversationId);
    if (state === null) throw unknownConversation(conversationId);
    if (state.metadata.handoff === null)
      throw new SoniError("cli.not_handed_off", `The assistant has conversation '${conversationId}' already.`);
    const { messages } = await soni.releaseHandoff(conversationId);
    for (const message of messages) writeLine(output, asPlainText(message));
  } finally {
    await soni.close();
  }
}
