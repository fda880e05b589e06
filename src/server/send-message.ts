import { randomUUID } from "node:crypto";
import { hidden } from "../engine/assistant/slot.ts";
import type { Command } from "../engine/commands/command.ts";
import { SoniError } from "../engine/errors.ts";
import type { Json } from "../engine/json.ts";
import { isTelling, longestFirst, replaceSecrets } from "../engine/secrets/find-secrets.ts";
import { secretsIn } from "../engine/secrets/vault.ts";
import { unsoundString } from "../engine/sound-strings.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { normaliseText } from "../language/normalise-text.ts";
import { internalId } from "./access/principal.ts";
import { checkCommands } from "./check-commands.ts";
import type { MessageRequest } from "./message-request.ts";
import { ProblemError } from "./problems.ts";
import { conversationIdPattern, messageIdPattern } from "./protocol.ts";
import type { ServerContext } from "./server-context.ts";
import { inTurnSpan } from "./telemetry.ts";

/** One message of one principal, whichever door it came through: checked, bounded, then one turn. */
export async function sendMessage(context: ServerContext, request: MessageRequest): Promise<TurnResult> {
  const checked = checkRequest(context, request);
  const { background } = context;
  // What was accepted to be answered later was accepted before.
  if (background !== null && (await background.isBusy(internalId(checked.principal, checked.conversationId)))) {
    return background.inTurn(checked);
  }
  return takeMessage(context, checked);
}

/** Refuses what can be refused before anything is stored, whatever state the message meets; its text in its one form. */
export function checkRequest({ assistant }: Pick<ServerContext, "assistant">, request: MessageRequest): MessageRequest {
  const { conversationId, message, messageId } = request;
  const { command, text } = message;
  checkConversationId(conversationId);
  if (!messageIdPattern.test(messageId)) {
    throw new ProblemError("message.bad_id", "A message id has 1 to 200 letters, digits or . : @ _ -");
  }
  const normal = checkText(text, {
    length: assistant.settings.limits.messageLength,
    needed: command === undefined,
  });
  return text === undefined ? request : { ...request, message: { ...message, text: normal } };
}

/** One turn, now. */
export async function takeMessage(
  context: Pick<ServerContext, "soni" | "gate" | "name">,
  request: MessageRequest,
): Promise<TurnResult> {
  const { principal, message, messageId } = request;
  const { command, text } = message;
  const commands = command === undefined ? undefined : ([command].flat() as unknown as readonly Command[]);
  const conversationId = internalId(principal, request.conversationId);
  const taken = runTurn(context, conversationId, () =>
    context.soni.processMessage({
      conversationId,
      text: text ?? "",
      messageId,
      session: principal.session,
      create: request.create === true,
      ...(commands === undefined
        ? {}
        : { command: commands, check: (before) => checkOffered(commands, before, request) }),
    }),
  );
  return taken.catch((error: unknown) => {
    if (error instanceof SoniError && error.code === "conversation.unknown") throw unknownConversation();
    throw withoutSaid(error, [text ?? null, (commands ?? null) as Json]);
  });
}

function checkOffered(
  commands: readonly Command[],
  before: DialogueState | null,
  { principal, create }: Pick<MessageRequest, "principal" | "create">,
): void {
  if (before !== null) checkCommands(commands, before, principal);
  else if (create !== true) throw unknownConversation();
  else throw new ProblemError("command.forbidden", "A conversation begins with a text.");
}

/** A defect is logged wherever the message came from, and its error may quote the message: what users say is in no log. */
function withoutSaid(error: unknown, said: Json): unknown {
  if (error instanceof SoniError || error instanceof ProblemError) return error;
  const values = secretsIn(said).flatMap((each): readonly (string | number)[] =>
    typeof each === "string" ? [each, ...each.split(/\s+/)] : [each],
  );
  const mask = (text: string): string => replaceSecrets(text, longestFirst(values.filter(isTelling)), () => hidden);
  if (!(error instanceof Error)) return new Error(mask(String(error)));
  const masked = new Error(mask(error.message));
  masked.name = error.name;
  masked.stack = mask(error.stack ?? "");
  return masked;
}

export function checkConversationId(conversationId: string): void {
  if (conversationIdPattern.test(conversationId)) return;
  throw new ProblemError("conversation.bad_id", "A conversation id has 1 to 128 letters, digits or . @ _ -");
}

export const unknownConversation = (): ProblemError =>
  new ProblemError("conversation.unknown", "There is no such conversation, or it is not yours.");

/** A turn within the server's bounds, as one span with its stages below it. */
export const runTurn = (
  { gate, name }: Pick<ServerContext, "gate" | "name">,
  internalId: string,
  work: () => Promise<TurnResult>,
): Promise<TurnResult> => gate.run(internalId, () => inTurnSpan({ internalId, name }, work));

/** From the body or the `Idempotency-Key` header (bare, or quoted as its draft wants it); if neither, one of ours. */
export function messageIdOf(header: string | readonly string[] | undefined, given: string | undefined): string {
  if (header === undefined) return given ?? randomUUID();
  const key = String(header).replace(/^"(.*)"$/, "$1");
  if (!messageIdPattern.test(key)) {
    throw new ProblemError("message.bad_id", "An Idempotency-Key has 1 to 200 letters, digits or . : @ _ -");
  }
  if (given !== undefined && given !== key) {
    throw new ProblemError("message.id_mismatch", "The Idempotency-Key is not the messageId. Send one of them.");
  }
  return key;
}

/** Blanks and invisible characters are not counted against the limit, but nobody needs more of them than this. */
const rawShare = 10;

/** Refuses, before anything is stored, what cannot be what a person typed. The text in the form that is kept. */
function checkText(text: string | undefined, limits: { readonly length: number; readonly needed: boolean }): string {
  const tooLong = (): ProblemError =>
    new ProblemError("message.too_long", `A message has at most ${limits.length} characters.`);
  if (text !== undefined && text.length > limits.length * rawShare) throw tooLong();
  const unsound = text === undefined ? null : unsoundString(text);
  if (unsound === "malformed") {
    throw new ProblemError("message.malformed", "The text holds half a character (a lone surrogate).");
  }
  if (unsound === "control_characters") {
    throw new ProblemError("message.control_characters", "The text holds control characters. Remove them.");
  }
  const normal = normaliseText(text ?? "");
  if (normal === "" && limits.needed) {
    throw new ProblemError("message.blank", "A message needs a text, or the command of a button.");
  }
  if (normal.length > limits.length) throw tooLong();
  return normal;
}
