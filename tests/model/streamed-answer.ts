import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../src/engine/json.ts";
import type { ReceivedRequest } from "./scripted-server.ts";

/** An answer that comes in pieces. */
export interface StreamedAnswer {
  readonly pieces: readonly string[];
  readonly finish?: "stop" | "length" | "refusal";
  /** Instead of its end: the connection dies, or nothing more comes. */
  readonly end?: "reset" | "hang";
  /** Bytes that are sent at a time, whatever characters or events they cut. Default: an event at a time. */
  readonly bytes?: number;
  /** Waited for before each piece, by its number from 0; and once more, before the end. */
  readonly before?: (piece: number) => Promise<void>;
}

const tokens = { input: 1_000, cached: 800, output: 20 };

/** The same answer as each protocol streams it: what opens it, a piece of its text, and what ends it. */
interface Format {
  readonly open: (model: string) => readonly JsonObject[];
  readonly piece: (text: string, model: string) => JsonObject;
  readonly close: (finish: NonNullable<StreamedAnswer["finish"]>, text: string, model: string) => readonly JsonObject[];
  readonly last?: string;
}

const chunk = (model: string, choices: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model,
  choices,
  ...more,
});

const formats: Record<ReceivedRequest["protocol"], Format> = {
  chat: {
    open: (model) => [chunk(model, [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }])],
    piece: (text, model) => chunk(model, [{ index: 0, delta: { content: text }, finish_reason: null }]),
    close: (finish, _, model) => [
      chunk(model, [{ index: 0, delta: {}, finish_reason: finish === "refusal" ? "content_filter" : finish }]),
      chunk(model, [], {
        usage: {
          prompt_tokens: tokens.input,
          completion_tokens: tokens.output,
          total_tokens: tokens.input + tokens.output,
          prompt_tokens_details: { cached_tokens: tokens.cached },
        },
      }),
    ],
    last: "[DONE]",
  },
  responses: {
    open: (model) => [
      { type: "response.created", response: { id: "resp_1", created_at: 1_700_000_000, model } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
      },
    ],
    piece: (text) => ({
      type: "response.output_text.delta",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta: text,
    }),
    close: (finish, text, model) => [
      {
        type: "response.output_item.done",
        output_index: 0,
        item: {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      },
      {
        type: finish === "stop" ? "response.completed" : "response.incomplete",
        response: {
          id: "resp_1",
          model,
          incomplete_details:
            finish === "stop" ? null : { reason: finish === "length" ? "max_output_tokens" : "content_filter" },
          usage: {
            input_tokens: tokens.input,
            input_tokens_details: { cached_tokens: tokens.cached },
            output_tokens: tokens.output,
            output_tokens_details: { reasoning_tokens: 0 },
          },
        },
      },
    ],
  },
  anthropic: {
    open: (model) => [
      {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: tokens.input - tokens.cached,
            cache_read_input_tokens: tokens.cached,
            cache_creation_input_tokens: 0,
            output_tokens: 1,
          },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ],
    piece: (text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    close: (finish) => [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: {
          stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
          stop_sequence: null,
        },
        usage: { output_tokens: tokens.output },
      },
      { type: "message_stop" },
    ],
  },
};

/** Answers a request for a stream, as its protocol does. */
export async function sendStream(
  response: ServerResponse,
  { protocol, body }: Pick<ReceivedRequest, "protocol" | "body">,
  { pieces, finish = "stop", end, bytes, before }: StreamedAnswer,
): Promise<void> {
  const format = formats[protocol];
  const model = String(body["model"]);
  const write = async (data: string, name: unknown): Promise<void> => {
    const line = protocol === "chat" ? "" : `event: ${String(name)}\n`;
    const event = Buffer.from(`${line}data: ${data}\n\n`);
    const size = bytes ?? event.length;
    for (let from = 0; from < event.length; from += size) {
      if (response.destroyed) return;
      await new Promise<void>((resolve) => response.write(event.subarray(from, from + size), () => resolve()));
    }
  };
  const send = (event: JsonObject): Promise<void> => write(JSON.stringify(event), event["type"]);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const event of format.open(model)) await send(event);
  for (const [index, piece] of pieces.entries()) {
    await before?.(index);
    await send(format.piece(piece, model));
  }
  await before?.(pieces.length);
  if (end === "reset") response.destroy();
  if (end !== undefined) return;
  for (const event of format.close(finish, pieces.join(""), model)) await send(event);
  if (format.last !== undefined) await write(format.last, "");
  response.end();
}

/** A text as models stream it: a few characters at a time. */
export const inPieces = (text: string, length = 7): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
