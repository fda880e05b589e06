import type { ServerFrame } from "../../../src/server/socket/frames.ts";
import type { ClientOptions, SentMessage, Transport, Watcher } from "./client.ts";
import { collectTurns, type TurnCollector } from "./collect-turns.ts";
import { ProblemError } from "./problem-error.ts";
import type { Problem, Turn } from "./wire.ts";

/** Milliseconds. */
export interface Patience {
  /** Before the second try to open a socket; doubled each time, up to the longest. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Between tries where sockets seem not to get through. */
  readonly rarely: number;
  /** Between pings: browsers do not show the protocol's own. */
  readonly heartbeat: number;
  /** For a socket to be ready, and for any frame after a ping. */
  readonly answer: number;
}

export interface SocketTransportOptions extends ClientOptions {
  /** For messages while there is no socket: because it is just broken, or because something in between allows none. */
  readonly fallback: Transport;
  readonly patience?: Patience;
}

const usualPatience: Patience = {
  firstPause: 500,
  longestPause: 5000,
  rarely: 60_000,
  heartbeat: 25_000,
  answer: 10_000,
};
/** Where none was ever ready after so many tries, sockets do not get through, and it is tried only rarely. */
const triesBeforeDoubt = 3;
/** The server's: not authenticated, no such conversation. Another socket would be told the same. */
const finalCloses: ReadonlySet<number> = new Set([1008, 4404]);

interface Sending {
  readonly message: SentMessage;
  readonly onEvent: Parameters<Transport["send"]>[2];
  readonly resolve: (turn: Turn) => void;
  readonly reject: (error: unknown) => void;
  /** What the server said of it; the turn itself comes as events, before or after. */
  status: Turn["status"] | null;
}

interface Followed {
  readonly conversationId: string;
  readonly watcher: Watcher;
  readonly turns: TurnCollector;
  readonly sending: Map<string, Sending>;
  socket: WebSocket | null;
  isReady: boolean;
  wasReady: boolean;
  tries: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Asks whether the server is still there. */
  ping: () => void;
}

/**
 * A conversation over the server's WebSocket (docs/websocket.md). Comes back with the id of the last event it has, so
 * it misses and repeats nothing; what had no answer fails as unreachable and is sent again, under its id, by the chat.
 */
export function socketTransport(options: SocketTransportOptions): Transport {
  const { fallback, token, patience = usualPatience } = options;
  let followed: Followed | null = null;

  const connect = (to: Followed): void => {
    clearTimeout(to.timer);
    to.tries += 1;
    const socket = new WebSocket(addressOf(options.base, to));
    to.socket = socket;
    const cut = (): void => {
      // A close would wait for a server that does not answer.
      if (to.socket === socket) lost(to, null);
      socket.close();
    };
    const expectAnswer = (): void => {
      clearTimeout(to.timer);
      to.timer = setTimeout(cut, patience.answer);
    };
    const ping = (): void => {
      socket.send(JSON.stringify({ type: "ping" }));
      expectAnswer();
    };
    const beat = (): void => {
      clearTimeout(to.timer);
      to.timer = setTimeout(ping, patience.heartbeat);
    };
    to.ping = ping;
    expectAnswer();
    socket.addEventListener("open", async () => {
      try {
        const known = await token();
        if (known !== null) socket.send(JSON.stringify({ type: "authenticate", token: known }));
      } catch {
        // Without a token nobody listens to this socket. The next one asks for it again.
        cut();
      }
    });
    socket.addEventListener("message", ({ data }) => {
      if (to.socket !== socket) return;
      beat();
      take(to, JSON.parse(String(data)) as ServerFrame);
    });
    socket.addEventListener("close", ({ code }) => {
      if (to.socket === socket) lost(to, code);
    });
  };

  const lost = (from: Followed, code: number | null): void => {
    clearTimeout(from.timer);
    from.socket = null;
    from.isReady = false;
    for (const { reject } of takeAll(from.sending)) reject(new ProblemError(null));
    if (code !== null && finalCloses.has(code)) {
      // The server is there; what is wrong is said to the next message.
      from.watcher.connected(true);
      return;
    }
    if (from.wasReady) from.watcher.connected(false);
    const isDoubtful = !from.wasReady && from.tries >= triesBeforeDoubt;
    const pause = Math.min(patience.firstPause * 2 ** Math.max(0, from.tries - 1), patience.longestPause);
    from.timer = setTimeout(() => connect(from), isDoubtful ? patience.rarely : pause);
  };

  const take = (to: Followed, frame: ServerFrame): void => {
    switch (frame.type) {
      case "ready":
        to.isReady = true;
        to.wasReady = true;
        to.tries = 0;
        // What was wrong is told again after this, if it still is.
        to.watcher.findings(null);
        to.watcher.connected(true);
        return;
      case "ack": {
        const sending = to.sending.get(frame.messageId);
        if (sending === undefined) return;
        sending.status = frame.status;
        // Taken before, perhaps by another process: its events may come late, its reply can be had at once.
        if (frame.duplicate && to.turns.done(frame.messageId) === null) askElsewhere(to, sending);
        else settle(to, frame.messageId);
        return;
      }
      case "error": {
        const sending = frame.messageId === undefined ? undefined : to.sending.get(frame.messageId);
        if (sending === undefined) return;
        to.sending.delete(sending.message.messageId);
        sending.reject(new ProblemError(frame.problem as Problem));
        return;
      }
      case "findings":
        to.watcher.findings(frame);
        return;
      case "pong":
        return;
      default: {
        const turn = to.turns.take(frame);
        to.sending.get(frame.messageId)?.onEvent(frame);
        if (turn !== null) to.watcher.turn(turn, frame.type === "done");
        settle(to, frame.messageId);
      }
    }
  };

  const settle = (to: Followed, messageId: string): void => {
    const sending = to.sending.get(messageId);
    const turn = to.turns.done(messageId);
    if (sending === undefined || sending.status === null || turn === null) return;
    to.sending.delete(messageId);
    sending.resolve({ ...turn, status: sending.status });
  };

  const askElsewhere = (to: Followed, { message, onEvent, resolve, reject }: Sending): void => {
    to.sending.delete(message.messageId);
    fallback.send(to.conversationId, message, onEvent).then(resolve, reject);
  };

  const leave = (): void => {
    const left = followed;
    followed = null;
    if (left === null) return;
    clearTimeout(left.timer);
    const { socket } = left;
    left.socket = null;
    socket?.close();
    for (const { reject } of takeAll(left.sending)) reject(new ProblemError(null));
  };

  return {
    send(conversationId, message, onEvent) {
      const to = followed;
      if (to === null || !to.isReady || to.conversationId !== conversationId) {
        return fallback.send(conversationId, message, onEvent);
      }
      return new Promise((resolve, reject) => {
        to.sending.set(message.messageId, { message, onEvent, resolve, reject, status: null });
        to.socket?.send(JSON.stringify({ type: "message", ...message }));
      });
    },
    follow(conversationId, after, watcher) {
      leave();
      followed = {
        conversationId,
        watcher,
        turns: collectTurns(after),
        sending: new Map(),
        socket: null,
        isReady: false,
        wasReady: false,
        tries: 0,
        timer: undefined,
        ping: () => undefined,
      };
      connect(followed);
    },
    wake() {
      const to = followed;
      if (to === null) return;
      to.tries = 0;
      if (to.socket === null) connect(to);
      else if (to.isReady) to.ping();
    },
    close: leave,
  };
}

const takeAll = (sending: Map<string, Sending>): readonly Sending[] => {
  const all = [...sending.values()];
  sending.clear();
  return all;
};

function addressOf(base: string, { conversationId, turns }: Followed): URL {
  const address = new URL(`v1/conversations/${encodeURIComponent(conversationId)}/socket`, base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("after", String(turns.last()));
  return address;
}
