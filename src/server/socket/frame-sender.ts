import { WebSocket } from "ws";
import { closeCodes, type ServerFrame } from "./frames.ts";

/** Sends frames, and never lets more than a bound of them wait for a client that does not read. */
export interface FrameSender {
  send(frame: ServerFrame): void;
  /** Resolves when there is room for more, or the socket is gone. */
  sendPaced(frame: ServerFrame): Promise<void>;
}

export function createFrameSender(socket: WebSocket, bufferBytes: number): FrameSender {
  const write = (frame: ServerFrame, written?: () => void): void => {
    if (socket.readyState !== WebSocket.OPEN) {
      written?.();
      return;
    }
    socket.send(JSON.stringify(frame), () => written?.());
  };
  return {
    send(frame) {
      // It comes back with its last event id, and has lost nothing.
      if (socket.bufferedAmount > bufferBytes) socket.close(closeCodes.tryAgain, "The client reads too slowly.");
      write(frame);
    },
    sendPaced(frame) {
      // Half of the bound, so that what happens meanwhile has its room.
      if (socket.bufferedAmount <= bufferBytes / 2) {
        write(frame);
        return Promise.resolve();
      }
      return new Promise((resolve) => write(frame, resolve));
    },
  };
}
