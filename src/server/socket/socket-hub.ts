import type { Soni } from "../../runtime/soni.ts";
import { isDeveloper, type Principal } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { createRate } from "../rate.ts";
import { closeCodes, type ServerFrame } from "./frames.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** What the hub does with a socket of `ws`. Its own types would make everybody who compiles against us install them. */
interface OpenSocket {
  ping(): void;
  terminate(): void;
  close(code: number, reason: string): void;
  on(event: "pong", listener: () => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** What the server knows of one open socket. */
export interface SocketEntry {
  /** It gave a sign of life. */
  beat(): void;
  /** It is known whose it is. Throws if they have too many already. */
  claim(principal: Principal, internalId: string): void;
  mayGoOn(): boolean;
}

/** All open sockets of a server. */
export interface SocketHub {
  enter(socket: OpenSocket, send: (frame: ServerFrame) => void): SocketEntry;
  readonly size: number;
  /** Waits for it before the sockets are closed. */
  track(work: Promise<void>): void;
  tellDevelopers(frame: ServerFrame): void;
  /** Says goodbye to all, and waits until they are gone. */
  close(): Promise<void>;
}

interface Kept {
  readonly socket: OpenSocket;
  readonly key: string;
  readonly send: (frame: ServerFrame) => void;
  isAlive: boolean;
  principal: Principal | null;
  internalId: string | null;
}

/** Milliseconds for a client to answer the goodbye. */
const patience = 2000;

export function createSocketHub(limits: SocketLimits, soni: Pick<Soni, "observe">): SocketHub {
  const entries = new Set<Kept>();
  const work = new Set<Promise<void>>();
  const frameRate = createRate();
  let entered = 0;
  let stopWatching: (() => void) | null = null;

  /** One timer for all: it costs the same for one socket as for thousands. */
  const heart = setInterval(() => {
    for (const entry of entries) {
      if (entry.isAlive) {
        entry.isAlive = false;
        entry.socket.ping();
      } else {
        entry.socket.terminate();
      }
    }
  }, limits.heartbeatMilliseconds);
  heart.unref();

  /** Nobody has a place in a conversation that was deleted. */
  const watchDeletions = (): (() => void) =>
    soni.observe(({ conversationId, event }) => {
      if (event.type !== "deleted") return;
      for (const { socket, internalId } of entries) {
        if (internalId === conversationId) socket.close(closeCodes.unknownConversation, "It was deleted.");
      }
    });
  /** An observer costs every turn of the server something, so there is one only while there are sockets. */
  const leave = (entry: Kept): void => {
    entries.delete(entry);
    if (entries.size > 0) return;
    stopWatching?.();
    stopWatching = null;
  };

  const count = (isMeant: (principal: Principal) => boolean): number =>
    [...entries].filter(({ principal }) => principal !== null && isMeant(principal)).length;

  /** A new cookie or a new visitor is free; another address is not. */
  function checkRoom({ owner, group }: Principal): void {
    const most = limits.socketsPerPrincipal;
    if (most !== null && count((other) => other.owner === owner) >= most) {
      throw new ProblemError("request.too_many", `You have ${most} sockets open already. Close one.`);
    }
    const mostOfAddress = limits.socketsPerAddress;
    if (group?.kind !== "address" || mostOfAddress === null) return;
    if (count((other) => other.group?.kind === "address" && other.group.key === group.key) >= mostOfAddress) {
      throw new ProblemError("request.too_many", `Your address has ${mostOfAddress} sockets open already.`);
    }
  }

  return {
    enter(socket, send) {
      entered += 1;
      const entry: Kept = { socket, key: String(entered), send, isAlive: true, principal: null, internalId: null };
      const beat = (): void => {
        entry.isAlive = true;
      };
      entries.add(entry);
      stopWatching ??= watchDeletions();
      socket.on("pong", beat);
      socket.once("close", () => leave(entry));
      return {
        beat,
        claim(principal, internalId) {
          checkRoom(principal);
          entry.principal = principal;
          entry.internalId = internalId;
        },
        mayGoOn: () => frameRate.take(entry.key, limits.framesPerMinute) === 0,
      };
    },
    get size() {
      return entries.size;
    },
    track(promise) {
      work.add(promise);
      void promise.finally(() => work.delete(promise));
    },
    tellDevelopers(frame) {
      for (const { principal, send } of entries) if (principal !== null && isDeveloper(principal)) send(frame);
    },
    async close() {
      clearInterval(heart);
      // Their answers go out before the goodbye.
      await Promise.all(work);
      const gone = [...entries].map(({ socket }) => goodbye(socket));
      await Promise.all(gone);
    },
  };
}

const goodbye = (socket: OpenSocket): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), patience);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(closeCodes.goingAway, "The server is shutting down.");
  });
