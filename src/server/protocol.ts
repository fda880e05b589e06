import { z } from "zod";
import { type EventOf, streamNames } from "../engine/state/event.ts";
import { channelCommandForms } from "../runtime/command-schema.ts";
import { PageQuery, pageEnd } from "./page-query.ts";
import { Problem } from "./problem.ts";

/**
 * Everything that crosses the wire, once: REST bodies, events of a turn (server-sent and over the WebSocket) and errors.
 * Names that start with a capital letter are published in the OpenAPI document under that name.
 */

/** Chosen by the client, or 128 random bits. No colon: inside, the owner stands before one. */
export const conversationIdPattern = /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,127}$/;
export const messageIdPattern = /^[A-Za-z0-9_.:@-]{1,200}$/;

export const ConversationId = z.string().regex(conversationIdPattern).meta({
  id: "ConversationId",
  description: "Unique among the conversations of its owner.",
  example: "Zk3Wn0b9R1mXq7Tt5VhYcA",
});
export const MessageId = z.string().regex(messageIdPattern).meta({
  id: "MessageId",
  description: "The sender's id for a message: sent again, it gives the same reply and does nothing twice.",
});

/** Data of the runtime's own making, described by its types: not worth checking again on the way out. */
const JsonObjectSchema = z.looseObject({});

/** Checked in full by the runtime; what it may do is decided there. */
export const CommandSchema = z.looseObject({ type: z.string().min(1).max(50) }).meta({
  id: "Command",
  description: "A typed command, as buttons carry it: see docs/commands.md.",
  oneOf: channelCommandForms,
});

// What the assistant says.

const ButtonSchema = z.object({ label: z.string(), command: CommandSchema }).meta({ id: "Button" });
const CardSchema = z
  .object({
    title: z.string(),
    text: z.string().optional(),
    image: z.string().optional(),
    buttons: z.array(ButtonSchema),
  })
  .meta({ id: "Card" });
const UiSchema = z
  .object({
    buttons: z.array(ButtonSchema).optional(),
    quickReplies: z.array(ButtonSchema).optional(),
    card: CardSchema.optional(),
    carousel: z.array(CardSchema).optional(),
    image: z.object({ url: z.string(), alt: z.string() }).optional(),
    source: z.object({ title: z.string(), url: z.string() }).optional().meta({
      description: "The page that an answer was read from; the text ends with it too, on a line of its own.",
    }),
  })
  .meta({ id: "Ui" });
export const MessageSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    ui: UiSchema.optional(),
    source: JsonObjectSchema.optional().meta({ description: "What made the assistant say it; for developers." }),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof MessageSchema>;

// Conversations.

const conversationStates = [
  "idle",
  "understanding",
  "waiting_for_slot",
  "validating_slot",
  "executing_action",
  "confirming",
  "completed",
  "handed_off",
  "error",
] as const;

/** What anyone may know of their conversation. */
export const ConversationStatus = z
  .object({
    conversationState: z.enum(conversationStates),
    waitingFor: z.enum(["slot", "confirmation", "cancel_confirmation", "choice", "change"]).nullable(),
    handedOff: z.boolean().meta({ description: "A person has taken over; the assistant stays silent." }),
    turns: z.int(),
    lastEventId: z.int().meta({
      description:
        "The end of the last turn that is done: a stream that is opened after it begins with the turn under way, or the next one.",
    }),
  })
  .meta({ id: "ConversationStatus" });
export type ConversationStatus = z.infer<typeof ConversationStatus>;

/** Only for the developer role: the whole state, sensitive values masked (PublicState in src/engine/state/public-state.ts). */
const StateSchema = JsonObjectSchema.meta({ id: "State" });

export const ConversationSchema = z
  .object({
    conversationId: ConversationId,
    status: ConversationStatus,
    state: StateSchema.optional().meta({ description: "For developers." }),
  })
  .meta({ id: "Conversation" });

export const CreateConversation = z
  .strictObject({
    conversationId: ConversationId.optional(),
    locale: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
      .optional()
      .meta({ description: "The language to answer in, such as `es`." }),
  })
  .meta({ id: "CreateConversation" });
export const CreatedConversation = z
  .object({
    conversationId: ConversationId,
    created: z.boolean().meta({ description: "False: it was there already, and nothing happened." }),
    messages: z.array(MessageSchema).meta({ description: "What the assistant says first, if it has a welcome flow." }),
    status: ConversationStatus,
  })
  .meta({ id: "CreatedConversation" });

const ConversationSummarySchema = z
  .object({ conversationId: ConversationId, createdAt: z.int(), updatedAt: z.int(), turns: z.int() })
  .meta({ id: "ConversationSummary" });
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().max(400).optional().meta({ description: "`next` of the page before." }),
});
export const ConversationList = z
  .object({ conversations: z.array(ConversationSummarySchema), next: z.string().nullable() })
  .meta({ id: "ConversationList" });

export const Erased = z
  .object({ deleted: z.int().meta({ description: "How many conversations there were." }) })
  .meta({ id: "Erased" });

export const TranscriptEntrySchema = z
  .object({
    turn: z.int(),
    messageId: z.string(),
    at: z.int(),
    user: z.string().meta({ description: "Empty where a button or the program spoke." }),
    messages: z.array(MessageSchema),
  })
  .meta({ id: "TranscriptEntry" });
export const Transcript = z.object({ entries: z.array(TranscriptEntrySchema), ...pageEnd }).meta({ id: "Transcript" });
export type Transcript = z.infer<typeof Transcript>;

/** For developers: AuditEntry in src/engine/state/store.ts. */
export const AuditSchema = z
  .object({
    entries: z.array(
      z.looseObject({
        turn: z.int(),
        messageId: z.string(),
        at: z.int(),
        commands: z.array(JsonObjectSchema),
        events: z.array(JsonObjectSchema),
        usage: JsonObjectSchema.optional(),
        timing: z.record(z.string(), z.number()),
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: "Audit" });

/** For developers: TraceEntry in src/engine/state/trace.ts. */
export const TraceSchema = z
  .object({
    entries: z.array(
      z.object({
        turn: z.int(),
        at: z.int().meta({ description: "The clock of its turn: when its message was accepted." }),
        event: z.string(),
        data: JsonObjectSchema.meta({ description: "The fields of the event." }),
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: "Trace" });

// Messages.

export const SendMessage = z
  .strictObject({
    text: z.string().optional().meta({ description: "What the user says. A button may come without." }),
    messageId: MessageId.optional(),
    command: z
      .union([CommandSchema, z.array(CommandSchema).min(1).max(10)])
      .optional()
      .meta({ description: "What a button carries, instead of understanding the text. Others: developers only." }),
  })
  .meta({ id: "SendMessage" });
export type SendMessage = z.infer<typeof SendMessage>;

/** Only for the developer role. */
const InspectionSchema = z
  .object({
    state: StateSchema,
    commands: z.array(JsonObjectSchema),
    events: z.array(JsonObjectSchema),
    usage: JsonObjectSchema.optional(),
    timing: z.record(z.string(), z.number()),
  })
  .meta({ id: "Inspection" });

export const TurnReply = z
  .object({
    conversationId: ConversationId,
    messageId: z.string(),
    turn: z.int(),
    duplicate: z.boolean().meta({ description: "The message was known: this is the reply it got." }),
    messages: z.array(MessageSchema),
    status: ConversationStatus,
    inspection: InspectionSchema.optional().meta({ description: "For developers." }),
  })
  .meta({ id: "TurnReply" });
export type TurnReply = z.infer<typeof TurnReply>;

// Messages that are answered later.

export const MessageStatus = z
  .object({
    conversationId: ConversationId,
    messageId: z.string(),
    status: z.enum(["waiting", "answered", "refused"]),
    turn: z.int().optional().meta({ description: "Once it is answered." }),
    at: z.int().optional().meta({ description: "When its turn began, once it is answered." }),
    messages: z.array(MessageSchema).optional().meta({ description: "The answer." }),
    problem: Problem.optional().meta({ description: "Why there will be no answer." }),
  })
  .meta({ id: "MessageStatus" });
export type MessageStatus = z.infer<typeof MessageStatus>;

const aboutMessage = {
  conversationId: ConversationId,
  messageId: z.string(),
  user: z.string().meta({ description: "The name of whoever sent the message." }),
};
/** What the webhook gets: signed, at least once, in the order of each conversation. */
export const WebhookEvent = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("message.answered"),
      data: z.object({ ...aboutMessage, turn: z.int(), at: z.int(), messages: z.array(MessageSchema) }),
    }),
    z.object({ type: z.literal("message.refused"), data: z.object({ ...aboutMessage, problem: Problem }) }),
  ])
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

// Events of a turn.

type Streamed = keyof typeof streamNames;
/** A plain field is sent as it is; messages, commands and the reply are cut to what their reader may see. */
type Sent<Value> = z.ZodType<Value extends string | number | undefined ? Value : unknown>;
type SentFields<Type extends Streamed> = { readonly [Field in keyof EventOf<Type>]?: Sent<EventOf<Type>[Field]> };

/** An event of the union on the wire: its place in the conversation, and some of its fields. Any other field does not compile. */
const eventOf = <Type extends Streamed, Shape extends SentFields<Type>>(
  type: Type,
  shape: Shape & { readonly [Field in Exclude<keyof Shape, keyof EventOf<Type>>]: never },
) =>
  z.object({
    type: z.literal(streamNames[type]),
    id: z.int(),
    turn: z.int(),
    messageId: z.string(),
    ...(shape as Shape),
  });

/** The turn has begun. Other windows of the same user learn here what was said. */
export const AcceptedEvent = eventOf("turn_started", { at: z.int(), text: z.string() }).meta({ id: "AcceptedEvent" });
export const UnderstoodEvent = eventOf("understood", {
  count: z.int().meta({ description: "How many commands were understood." }),
  confidence: z.number().optional(),
  commands: z.array(CommandSchema).optional().meta({ description: "For developers; sensitive values masked." }),
}).meta({ id: "UnderstoodEvent" });
export const ActionStartedEvent = eventOf("action_started", { action: z.string() }).meta({ id: "ActionStartedEvent" });
export const ActionEndedEvent = eventOf("action_ended", {
  action: z.string(),
  result: z.enum(["done", "failed"]),
  code: z.string().optional().meta({ description: "For developers: why it failed." }),
  milliseconds: z.number(),
}).meta({ id: "ActionEndedEvent" });
/** Sent once it is stored, while the text is being written. The message comes whole when the turn is durable, and holds it. */
export const SentenceEvent = eventOf("sentence", {
  message: z.string().meta({ description: "The id of the message that it is part of." }),
  index: z.int().meta({ description: "Among the sentences of that message, from 0." }),
  text: z.string().meta({ description: "With the blank before it: all of them together are the text of the message." }),
}).meta({ id: "SentenceEvent" });
/** Sent only after the turn is durable. */
export const MessageEvent = eventOf("message", { message: MessageSchema }).meta({ id: "MessageEvent" });
/** The last of a turn. */
export const DoneEvent = eventOf("committed", {
  reply: TurnReply.optional().meta({ description: "For whoever sent the message; a replay has none." }),
}).meta({ id: "DoneEvent" });
/** Without an id: nothing happened that could be sent again. Send the message again under its messageId. */
export const ErrorEvent = z
  .object({ type: z.literal("error"), messageId: z.string().optional(), problem: Problem })
  .meta({ id: "ErrorEvent" });

export const TurnStreamEvent = z
  .discriminatedUnion("type", [
    AcceptedEvent,
    UnderstoodEvent,
    ActionStartedEvent,
    ActionEndedEvent,
    SentenceEvent,
    MessageEvent,
    DoneEvent,
    ErrorEvent,
  ])
  .meta({ id: "TurnStreamEvent" });
export type TurnStreamEvent = z.infer<typeof TurnStreamEvent>;
/** All but errors: has an id and can be replayed. */
export type NumberedEvent = Exclude<TurnStreamEvent, { readonly type: "error" }>;

export const EventsQuery = z.object({
  after: z.coerce.number().int().min(0).default(0).meta({ description: "The last event id that the client has." }),
  limit: PageQuery.shape.limit,
});
export const EventList = z.object({ events: z.array(TurnStreamEvent), ...pageEnd }).meta({ id: "EventList" });

// The assistant and the server.

export const FlowGraph = z
  .object({
    name: z.string(),
    description: z.string(),
    startable: z.boolean(),
    first: z.string().nullable(),
    nodes: z.array(z.object({ id: z.string(), type: z.string(), detail: z.string() })),
    edges: z.array(z.object({ from: z.string(), to: z.string(), label: z.string().optional(), aside: z.boolean() })),
  })
  .meta({
    id: "FlowGraph",
    description: "Steps by name; the ways out are `end`, `error` and `cancel` as `way:end` ...",
  });
export type FlowGraph = z.infer<typeof FlowGraph>;
export const AssistantDescription = z
  .object({
    name: z.string(),
    language: z.string(),
    messageLength: z.int(),
    developer: z.boolean().meta({ description: "The caller may use the inspector." }),
    hash: z.string().meta({ description: "Changes with the assistant." }),
    flows: z.array(FlowGraph).optional().meta({ description: "For developers." }),
  })
  .meta({ id: "AssistantDescription" });
export type AssistantDescription = z.infer<typeof AssistantDescription>;

export const HealthSchema = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "unavailable", "degraded", "closing"])).optional(),
  })
  .meta({ id: "Health" });
