import type { RawData, WebSocket } from "ws";

/** A frame as it came; null: binary. */
export type RawFrame = string | null;

/** The frames of a socket, one by one until someone takes all of them. */
export interface IncomingFrames {
  /** Undefined: the socket closed first. */
  next(): Promise<RawFrame | undefined>;
  /** From now on, every frame. */
  take(handle: (frame: RawFrame) => void): void;
}

/** While nobody takes frames, no more are read from the network than have arrived already. */
export function incomingFrames(socket: WebSocket, onFrame: () => void): IncomingFrames {
  const waiting: RawFrame[] = [];
  let handler: ((frame: RawFrame) => void) | null = null;
  socket.on("message", (data: RawData, isBinary: boolean) => {
    onFrame();
    // Text arrives as one buffer, checked to be UTF-8.
    const frame = isBinary ? null : String(data);
    if (handler !== null) {
      handler(frame);
      return;
    }
    waiting.push(frame);
    socket.pause();
  });
  return {
    next() {
      const first = waiting.shift();
      if (first !== undefined) return Promise.resolve(first);
      socket.resume();
      return new Promise((resolve) => {
        socket.once("close", () => resolve(undefined));
        handler = (frame) => {
          handler = null;
          resolve(frame);
        };
      });
    },
    take(handle) {
      handler = handle;
      for (const frame of waiting.splice(0)) handle(frame);
      socket.resume();
    },
  };
}
