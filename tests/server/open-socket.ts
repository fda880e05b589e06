import { Ajv } from "ajv";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { asyncApi } from "../../src/server/socket/async-api.ts";
import type { Running } from "./start-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
type Frame = any;

/** Frames are checked against the document, not against what it is made of. */
const ajv = new Ajv({ strict: false });
ajv.addSchema(asyncApi(), "asyncapi");
const checkServerFrame = ajv.compile({ $ref: "asyncapi#/components/schemas/ServerFrame" });
const checkClientFrame = ajv.compile({ $ref: "asyncapi#/components/schemas/ClientFrame" });

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export interface TestSocket {
  readonly socket: WebSocket;
  /** All that came, in order. */
  readonly frames: readonly Frame[];
  /** A frame of the protocol. */
  send(frame: Frame): void;
  /** Anything else. */
  sendRaw(data: string | Buffer): void;
  say(messageId: string, text: string): void;
  /** The first frame that fits, whether it came or is to come. Fails if the socket closes first. */
  until(fits: (frame: Frame) => boolean): Promise<Frame>;
  readonly closed: Promise<Closed>;
  /** The HTTP status of a refused upgrade; 101: it was not refused. */
  readonly status: Promise<number>;
  /** Cuts the connection, without a goodbye. */
  drop(): void;
}

interface SocketOptions {
  /** In the header. */
  readonly token?: string;
  readonly after?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function openSocket(
  { port }: Pick<Running, "port">,
  conversationId: string,
  { token, after, headers = {} }: SocketOptions = {},
): TestSocket {
  const query = after === undefined ? "" : `?after=${after}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/conversations/${conversationId}/socket${query}`, {
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  onTestFinished(() => socket.terminate());
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  const wake = (): void => {
    for (const look of waiting) look();
  };
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    wake();
  });
  // What went wrong is seen by the close or the status.
  socket.on("error", () => undefined);
  const closed = new Promise<Closed>((resolve) => {
    socket.on("close", (code, reason) => {
      isClosed = true;
      resolve({ code, reason: String(reason) });
      wake();
    });
  });
  const status = new Promise<number>((resolve) => {
    socket.on("unexpected-response", (_, response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      socket.terminate();
    });
    socket.on("open", () => resolve(101));
  });
  const sendRaw = (data: string | Buffer): void => socket.send(data);
  const send = (frame: Frame): void => {
    if (!checkClientFrame(frame)) throw new Error(`Not in the document: ${ajv.errorsText(checkClientFrame.errors)}`);
    sendRaw(JSON.stringify(frame));
  };
  return {
    socket,
    frames,
    send,
    sendRaw,
    say: (messageId, text) => send({ type: "message", messageId, text }),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const undocumented = frames.find((frame) => !checkServerFrame(frame));
          const found = frames.find(fits);
          if (undocumented === undefined && found === undefined && !isClosed) return;
          waiting.delete(look);
          if (undocumented !== undefined) reject(new Error(`Not in the document: ${JSON.stringify(undocumented)}`));
          else if (found === undefined) reject(new Error(`Closed before it came; came: ${JSON.stringify(frames)}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
    closed,
    status,
    drop: () => socket.terminate(),
  };
}

export const isReady = ({ type }: Frame): boolean => type === "ready";
export const isError = ({ type }: Frame): boolean => type === "error";
export const isPong = ({ type }: Frame): boolean => type === "pong";
export const isAck =
  (messageId: string) =>
  (frame: Frame): boolean =>
    frame.type === "ack" && frame.messageId === messageId;
export const isDone =
  (turn: number) =>
  (frame: Frame): boolean =>
    frame.type === "done" && frame.turn === turn;
/** What the assistant said, as the socket told it. */
export const said = (frames: readonly Frame[]): readonly string[] =>
  frames.filter(({ type }) => type === "message").map(({ message }) => message.text);
export const idsOf = (frames: readonly Frame[]): readonly number[] =>
  frames.filter(({ id }) => id !== undefined).map(({ id }) => id);
