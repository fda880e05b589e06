import { type Access, asksForToken } from "../access/authenticate.ts";

export interface SocketLimits {
  /** Open at once, of everybody. */
  readonly sockets: number;
  /** Open at once, of one principal; null: no limit. */
  readonly socketsPerPrincipal: number | null;
  /** Open at once, of all visitors or anonymous users of one address; null: no limit. */
  readonly socketsPerAddress: number | null;
  /** Frames of any kind that a socket may send in a minute; null: no limit. */
  readonly framesPerMinute: number | null;
  /** What may wait to be read by the client. */
  readonly bufferBytes: number;
  /** Between signs of life; a socket that gave none in between is closed. */
  readonly heartbeatMilliseconds: number;
  /** Between two looks at what other processes did in the conversations that have a socket here. */
  readonly elsewhereMilliseconds: number;
  /** For the first frame, where a token is asked for. */
  readonly authenticateMilliseconds: number;
}

/** On one's own machine nobody is counted. */
export function defaultSocketLimits(access: Access): SocketLimits {
  const isOpen = asksForToken(access) || access.insecure === true;
  return {
    sockets: 10_000,
    socketsPerPrincipal: isOpen ? 100 : null,
    socketsPerAddress: isOpen ? 500 : null,
    framesPerMinute: isOpen ? 600 : null,
    bufferBytes: 1024 * 1024,
    heartbeatMilliseconds: 30_000,
    elsewhereMilliseconds: 2_000,
    authenticateMilliseconds: 10_000,
  };
}
