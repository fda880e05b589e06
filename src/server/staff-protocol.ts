import { z } from "zod";
import { CommandSchema, ConversationStatus, MessageId, TranscriptEntrySchema } from "./protocol.ts";

/** The protocol for people who look after others' conversations: operators and agents. */

// Messages of all users that were set aside: for operators.

const internalIdPattern = /^[\w.:@-]{1,200}$/;
const quarantineEntry = {
  conversationId: z.string().meta({ description: "As the store knows it: the owner, a colon, the owner's id." }),
  messageId: z.string(),
  at: z.int().meta({ description: "When it was set aside." }),
  attempts: z.int(),
  during: z.string().nullable().meta({ description: "The action that was under way." }),
};
export const QuarantineParams = z.object({
  conversationId: z.string().regex(internalIdPattern).meta({ description: "As the list has it." }),
  messageId: MessageId,
});
export const QuarantineList = z
  .object({ messages: z.array(z.object(quarantineEntry)), next: z.string().nullable() })
  .meta({ id: "QuarantineList" });
export const QuarantinedMessageSchema = z
  .object({
    ...quarantineEntry,
    text: z.string(),
    acceptedAt: z.int(),
    commands: z.array(CommandSchema).optional().meta({ description: "What a button carried." }),
  })
  .meta({ id: "QuarantinedMessage" });
export const QuarantineDropped = z
  .object({ dropped: z.boolean().meta({ description: "False: it was not there, or no longer." }) })
  .meta({ id: "QuarantineDropped" });

// Conversations of all users that were handed off: for agents.

const handoffEntry = {
  conversationId: z.string().meta({ description: "As the store knows it: the owner, a colon, the owner's id." }),
  user: z.string().nullable(),
  queue: z.string().nullable(),
  reason: z.string().nullable(),
  since: z.int().meta({ description: "When it was handed off." }),
  turns: z.int(),
};
export const HandoffParams = QuarantineParams.pick({ conversationId: true });
export const HandoffList = z
  .object({ handoffs: z.array(z.object(handoffEntry)), next: z.string().nullable() })
  .meta({ id: "HandoffList" });
export const HandoffConversation = z
  .object({ ...handoffEntry, status: ConversationStatus, entries: z.array(TranscriptEntrySchema) })
  .meta({ id: "HandoffConversation" });
