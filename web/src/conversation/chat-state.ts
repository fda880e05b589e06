import type { FindingsFrame } from "../../../src/server/socket/frames.ts";
import type { SentMessage } from "./client.ts";
import type { AssistantDescription, Message } from "./wire.ts";

/** What the user said and what came back. */
export interface ChatEntry {
  readonly messageId: string;
  /** Null until the server has answered. */
  readonly turn: number | null;
  readonly user: string;
  readonly messages: readonly Message[];
  /** `failed`: it was refused with this code and changed nothing. */
  readonly progress:
    | { readonly kind: "waiting" | "done" }
    | { readonly kind: "failed"; readonly code: string; readonly message: SentMessage };
}

export interface ChatState {
  readonly phase: "opening" | "open" | "unreachable" | "no_access";
  readonly conversationId: string;
  readonly assistant: AssistantDescription | null;
  readonly entries: readonly ChatEntry[];
  /** Said and not answered yet, in order; survives a reload. */
  readonly outbox: readonly SentMessage[];
  /** The action that runs right now. */
  readonly action: string | null;
  readonly handedOff: boolean;
  /** The server had forgotten the conversation, and it began anew. */
  readonly begunAnew: boolean;
  /** Errors in the assistant's files, while it is being built; what answers is the last version without any. */
  readonly findings: readonly Finding[];
}

type Finding = FindingsFrame["findings"][number];

export const isWaiting = ({ outbox }: ChatState): boolean => outbox.length > 0;

/** Only the last reply's buttons may be picked, and only while nothing else is on its way. */
export const offersOf = ({ entries, outbox }: ChatState): ChatEntry | null =>
  outbox.length > 0 ? null : (entries.findLast(({ progress }) => progress.kind === "done") ?? null);

/** The turn that opens a conversation, where nothing is said in welcome. */
export const isSilent = ({ user, messages }: ChatEntry): boolean => user === "" && messages.length === 0;

export const isAnswered = (entries: readonly ChatEntry[], messageId: string): boolean =>
  entries.some((entry) => entry.messageId === messageId && entry.progress.kind === "done");

export const waitingEntry = ({ messageId, text }: SentMessage): ChatEntry => ({
  messageId,
  turn: null,
  user: text,
  messages: [],
  progress: { kind: "waiting" },
});

/** The entries with one of them changed. */
export const withEntry = (
  entries: readonly ChatEntry[],
  messageId: string,
  change: (entry: ChatEntry) => ChatEntry,
): readonly ChatEntry[] => entries.map((entry) => (entry.messageId === messageId ? change(entry) : entry));

/** The entries with a turn that someone took: in its place, or after what was said before and before what still waits. */
export function withTurn(entries: readonly ChatEntry[], entry: ChatEntry): readonly ChatEntry[] {
  if (entries.some(({ messageId }) => messageId === entry.messageId)) {
    return withEntry(entries, entry.messageId, () => entry);
  }
  // A turn that came to nothing gives its number to the next one.
  const others = entries.filter(({ turn }) => turn !== entry.turn);
  const place = others.findLastIndex(({ turn, progress }) => turn !== null || progress.kind === "failed") + 1;
  return others.toSpliced(place, 0, entry);
}
