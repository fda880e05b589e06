import { createHash } from "node:crypto";
import type { JsonObject } from "../../engine/json.ts";
import { type Encryption, encryptedError, isEncrypted } from "../../runtime/encryption.ts";
import type { Role } from "../access/grants.ts";
import { noQueues, type Principal, publicId } from "../access/principal.ts";
import type { MessageRequest } from "../message-request.ts";
import type { Problem } from "../problem.ts";
import type { SendMessage } from "../protocol.ts";

/** A message on its way through the queue: all that a worker in any process has to know. */
export interface QueuedMessage {
  /** The internal one: owner, colon, the client's id. */
  readonly conversationId: string;
  readonly messageId: string;
  readonly message: Pick<SendMessage, "text" | "command">;
  readonly sender: { readonly name: string; readonly roles: readonly Role[]; readonly session: JsonObject };
  /** False where somebody waits for the reply at the other end of a connection. */
  readonly deliver: boolean;
}

/** As it is stored: what was said, and by whom, is encrypted where the store's is. */
export interface StoredMessage extends Pick<QueuedMessage, "conversationId" | "messageId" | "deliver"> {
  readonly content: string;
}

export function pack({ message, sender, ...about }: QueuedMessage, encryption: Encryption | null): StoredMessage {
  const content = JSON.stringify({ message, sender });
  return { ...about, content: encryption === null ? content : encryption.encrypt(content, about.conversationId) };
}

/** Throws if the key is not here: whoever has it will take the message. */
export function unpack({ content, ...about }: StoredMessage, encryption: Encryption | null): QueuedMessage {
  const opened = encryption === null ? content : encryption.decrypt(content, about.conversationId);
  if (isEncrypted(opened)) throw encryptedError(opened, about.conversationId);
  return { ...about, ...(JSON.parse(opened) as Pick<QueuedMessage, "message" | "sender">) };
}

/** An answer to be delivered: only where it is to be found, so that nothing said is stored twice. */
export interface Delivery {
  readonly conversationId: string;
  readonly messageId: string;
  readonly user: string;
  /** Why there is no answer, where there is none. */
  readonly problem?: Problem;
}

export interface Refusal {
  readonly problem: Problem;
}

export const toQueued = (
  { principal, conversationId, message, messageId }: MessageRequest,
  deliver: boolean,
): QueuedMessage => ({
  conversationId: `${principal.owner}:${conversationId}`,
  messageId,
  message,
  sender: { name: principal.name, roles: [...principal.roles], session: principal.session },
  deliver,
});

export const toRequest = ({ conversationId, messageId, message, sender }: QueuedMessage): MessageRequest => {
  // It was counted, and its sender known, when it was accepted.
  const principal: Principal = {
    kind: "user",
    owner: conversationId.slice(0, conversationId.indexOf(":")),
    name: sender.name,
    roles: new Set(sender.roles),
    queues: noQueues,
    session: sender.session,
    group: null,
    expiresAt: null,
  };
  return { principal, conversationId: publicId(conversationId), message, messageId };
};

/** The same for the same message, in every process: sent again, it is the same job. In the form of a UUID of version 8. */
export function jobIdOf({ conversationId, messageId }: Pick<QueuedMessage, "conversationId" | "messageId">): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([conversationId, messageId]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
