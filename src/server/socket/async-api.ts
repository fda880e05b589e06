import { z } from "zod";
import { packageVersion } from "../package-version.ts";
import {
  AcceptedEvent,
  ActionEndedEvent,
  ActionStartedEvent,
  ConversationId,
  DoneEvent,
  ErrorEvent,
  MessageEvent,
  SentenceEvent,
  UnderstoodEvent,
} from "../protocol.ts";
import { ClientFrame, clientFrames, ServerFrame, serverFrames } from "./frames.ts";

type Described = Readonly<Record<string, unknown>>;

const events = [
  AcceptedEvent,
  UnderstoodEvent,
  ActionStartedEvent,
  ActionEndedEvent,
  SentenceEvent,
  MessageEvent,
  DoneEvent,
  ErrorEvent,
] as const;

const idOf = (schema: z.ZodType): string => {
  const { id } = schema.meta() ?? {};
  if (typeof id !== "string") throw new TypeError("A frame's schema needs an id to be published.");
  return id;
};

/** The WebSocket's protocol in AsyncAPI 3, made of the schemas that frames are checked with. */
export function asyncApi(): Described {
  const sent = clientFrames.map(idOf);
  const received = [...serverFrames, ...events].map(idOf);
  return {
    asyncapi: "3.1.0",
    info: {
      title: "Soni",
      version: packageVersion(),
      description:
        "A conversation over a WebSocket: say something, and follow its turns. Reconnect with the id of the last event you have, and send " +
        "again what was not acknowledged: nothing is lost, and nothing comes twice. The server pings; a socket that does not answer is closed.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      tags: [{ name: "conversations", description: "Conversations with the assistant." }],
    },
    defaultContentType: "application/json",
    servers: {
      local: {
        host: "127.0.0.1:3000",
        protocol: "ws",
        description: "Where `soni serve` listens unless told otherwise.",
        security: [{ $ref: "#/components/securitySchemes/bearer" }],
      },
    },
    channels: {
      conversation: {
        address: "/v1/conversations/{conversationId}/socket",
        description:
          "One conversation, which exists and is yours. Closed with 1001 (shutting down), 1008 (not authenticated), 1009 (frame over 64 KB), " +
          "1011 (internal error), 1013 (reads or sends too much: come back), 4404 (no such conversation).",
        parameters: { conversationId: { description: ConversationId.meta()?.description ?? "" } },
        bindings: {
          ws: {
            method: "GET",
            query: {
              type: "object",
              properties: { after: { type: "integer", minimum: 0, description: "The last event id that you have." } },
            },
          },
        },
        messages: Object.fromEntries([...sent, ...received].map((id) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    },
    operations: {
      receiveFrames: operation("receive", sent, "What clients send."),
      sendFrames: operation("send", received, "What the server sends."),
    },
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "In the Authorization header, or in an AuthenticateFrame.",
        },
      },
      messages: Object.fromEntries([...sent, ...received].map((id) => [id, message(id)])),
      schemas: { ...definitions(ClientFrame, "input"), ...definitions(ServerFrame, "output") },
    },
  };
}

const operation = (action: "send" | "receive", ids: readonly string[], summary: string): Described => ({
  action,
  summary,
  channel: { $ref: "#/channels/conversation" },
  messages: ids.map((id) => ({ $ref: `#/channels/conversation/messages/${id}` })),
});

const message = (id: string): Described => ({
  name: id,
  contentType: "application/json",
  payload: { $ref: `#/components/schemas/${id}` },
});

/** Every named schema that this one is made of, itself included. */
function definitions(schema: z.ZodType, io: "input" | "output"): Described {
  const { definitions: parts } = z.toJSONSchema(schema, { target: "draft-07", io });
  return JSON.parse(JSON.stringify(parts).replaceAll('"#/definitions/', '"#/components/schemas/'));
}
