import type { TurnResult } from "../../domain/public-state.ts";
import type { UiButton } from "../../domain/ui.ts";
import { choicesOnScreen } from "../../respond/plain-text.ts";
import { internalId } from "../access/principal.ts";
import type { MessageRequest } from "../message-request.ts";
import type { SendMessage } from "../protocol.ts";
import { checkConversationId, sendMessage } from "../send-message.ts";
import type { ServerContext } from "../server-context.ts";

/** A message of a client that shows texts and no buttons, and that knows of no beginning of conversations. */
export async function sendText(context: ServerContext, request: MessageRequest): Promise<TurnResult> {
  checkConversationId(request.conversationId);
  const { message } = request;
  const chosen = message.command === undefined ? await chosenButton(context, request) : undefined;
  const sent = chosen === undefined ? message : { ...message, command: asSent(chosen) };
  return sendMessage(context, { ...request, message: sent, create: true });
}

/** The button behind the number that was typed, if numbers are on the screen. */
async function chosenButton(
  { soni }: ServerContext,
  { principal, conversationId, message, messageId }: MessageRequest,
): Promise<UiButton | undefined> {
  const [, number] = /^\s*(\d{1,2})[.)]?\s*$/.exec(message.text ?? "") ?? [];
  if (number === undefined) return undefined;
  const entries = await soni.transcript(internalId(principal, conversationId), { secrets: "told" });
  // Sent again, it means what it meant when it was sent first.
  const known = entries.findIndex((entry) => entry.messageId === messageId);
  const before = known < 0 ? entries.at(-1) : entries[known - 1];
  return choicesOnScreen(before?.messages ?? [])[Number(number) - 1];
}

const asSent = ({ command }: UiButton): NonNullable<SendMessage["command"]> => ({ ...command });
