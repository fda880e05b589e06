import { z } from "zod";
import { ConversationId, MessageId, SendMessage, TurnReply, TurnStreamEvent } from "../protocol.ts";

/**
 * What crosses a WebSocket: the events of turns, as everywhere, and frames around them. The AsyncAPI document is made of
 * these schemas. Names that start with a capital letter are published in it.
 */

// What clients send.

/** Browsers cannot send headers with a WebSocket: their first frame says who they are. */
const AuthenticateFrame = z
  .strictObject({ type: z.literal("authenticate"), token: z.string().min(1).max(16_384) })
  .meta({
    id: "AuthenticateFrame",
    description: "The first frame of a client that could send no Authorization header. Not needed without tokens.",
  });
const MessageFrame = SendMessage.extend({ type: z.literal("message"), messageId: MessageId })
  .strict()
  .meta({
    id: "MessageFrame",
    description:
      "Something said, or a button pressed. Send it again, under its messageId, after every reconnect until its ack has come.",
  });
const PingFrame = z.strictObject({ type: z.literal("ping") }).meta({
  id: "PingFrame",
  description: "Is the server there? Browsers do not show the protocol's own pings.",
});
export const clientFrames = [AuthenticateFrame, MessageFrame, PingFrame] as const;
export const ClientFrame = z.discriminatedUnion("type", clientFrames).meta({ id: "ClientFrame" });
export type ClientFrame = z.infer<typeof ClientFrame>;

// What the server sends.

const ReadyFrame = z
  .object({
    type: z.literal("ready"),
    conversationId: ConversationId,
    lastEventId: z.int().meta({ description: "Everything up to here, after what the client has, comes next." }),
  })
  .meta({ id: "ReadyFrame", description: "The first frame: the client is known, and the conversation is theirs." });
const AckFrame = TurnReply.pick({ messageId: true, turn: true, duplicate: true, status: true, inspection: true })
  .extend({ type: z.literal("ack") })
  .meta({
    id: "AckFrame",
    description: "The message has had its turn, which is durable. The turn's events come, or came, under their ids.",
  });
const PongFrame = z.object({ type: z.literal("pong") }).meta({ id: "PongFrame" });
export const FindingSchema = z
  .object({
    code: z.string(),
    severity: z.enum(["error", "warning"]),
    message: z.string(),
    file: z.string(),
    line: z.int(),
    column: z.int(),
  })
  .meta({ id: "Finding" });
const FindingsFrame = z
  .object({
    type: z.literal("findings"),
    hash: z.string().meta({ description: "Of the assistant that is served: the last one without errors." }),
    findings: z.array(FindingSchema),
  })
  .meta({
    id: "FindingsFrame",
    description: "Only from `soni dev`, to developers: the assistant's files were edited, and this is what is wrong.",
  });
export type FindingsFrame = z.infer<typeof FindingsFrame>;
export const serverFrames = [ReadyFrame, AckFrame, PongFrame, FindingsFrame] as const;
export const ServerFrame = z.union([...serverFrames, TurnStreamEvent]).meta({ id: "ServerFrame" });
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Why the server closed. Those below 4000 are the protocol's own. */
export const closeCodes = {
  goingAway: 1001,
  notAuthenticated: 1008,
  tooLarge: 1009,
  internal: 1011,
  tryAgain: 1013,
  unknownConversation: 4404,
} as const;
