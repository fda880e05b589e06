import type { UiButton } from "../../engine/assistant/ui.ts";
import type { TurnResult } from "../../engine/state/public-state.ts";
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
  const id = internalId(principal, conversationId);
  // Sent again, it means what it meant when it was sent first.
  const [known] = await soni.transcript(id, { messageId });
  const [last] = await soni.transcript(id, {
    from: "newest",
    limit: 1,
    secrets: "told",
    ...(known === undefined ? {} : { before: known.turn }),
  });
  return choicesOnScreen(last?.messages ?? [])[Number(number) - 1];
}

const asSent = ({ command }: UiButton): NonNullable<SendMessage["command"]> => ({ ...command });
