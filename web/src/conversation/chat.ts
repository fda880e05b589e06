import type { Command } from "../../../src/engine/commands/command.ts";
import type { TurnStreamEvent } from "../../../src/server/protocol.ts";
import { type ChatEntry, type ChatState, isAnswered, waitingEntry, withEntry, withTurn } from "./chat-state.ts";
import type { Client, SentMessage, Watcher } from "./client.ts";
import type { Memory } from "./memory.ts";
import { codeOf, isNoRefusal, isPassing, restOf } from "./problem-error.ts";
import { withSentence } from "./told-message.ts";
import type { TranscriptEntry, Turn } from "./wire.ts";

/** One user's conversation with one server, whatever draws it. */
export interface Chat {
  current(): ChatState;
  /** Called after each change, until the returned function is. */
  subscribe(listener: () => void): () => void;
  /** Gets what was said before and goes on with it. */
  open(): Promise<void>;
  say(text: string, command?: Command): void;
  /** Sends what failed once more, under its id. */
  tryAgain(messageId: string): void;
  /** Goes on with the assistant instead of a person. */
  release(): Promise<void>;
  startAnew(): Promise<void>;
  /** Looks for what another window said meanwhile; tries at once if the server was away. */
  refresh(): void;
}

export interface ChatOptions {
  readonly client: Client;
  readonly memory: Memory;
  readonly newId: () => string;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const firstPause = 500;
const longestPause = 5000;

export function createChat({ client, memory, newId, pause }: ChatOptions): Chat {
  const listeners = new Set<() => void>();
  let state: ChatState = {
    phase: "opening",
    conversationId: memory.conversation() ?? newId(),
    assistant: null,
    entries: [],
    outbox: memory.outbox(),
    action: null,
    handedOff: false,
    begunAnew: false,
    findings: [],
  };
  let isSending = false;
  /** The message for which a forgotten conversation was begun anew: once each. */
  let begunFor: string | null = null;
  let wake: () => void = () => undefined;

  const change = (next: Partial<ChatState>): void => {
    state = { ...state, ...next };
    if (next.outbox !== undefined) memory.keepOutbox(next.outbox);
    for (const listener of listeners) listener();
  };

  /** Tries until the server answers. What it answers may still be a refusal. */
  const persist = async <Answer>(attempt: () => Promise<Answer>, passes = isPassing): Promise<Answer> => {
    for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
      try {
        const answer = await attempt();
        if (state.phase === "unreachable") change({ phase: "open" });
        return answer;
      } catch (error) {
        if (!passes(error)) throw error;
        change({ phase: "unreachable", action: null });
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([pause(Math.max(wait, restOf(error))), woken]);
      }
    }
  };

  const enter = async (): Promise<void> => {
    const { conversationId } = state;
    const { handedOff, lastEventId } = await client.create(conversationId);
    memory.keepConversation(conversationId);
    change({ handedOff });
    showTranscript(await client.transcript(conversationId));
    client.follow(conversationId, lastEventId, watcher);
  };

  const watcher: Watcher = {
    turn(entry, isDone) {
      // One's own is shown when it is acknowledged.
      if (state.outbox.some(({ messageId }) => messageId === entry.messageId)) return;
      // A new connection tells a turn from its beginning, also one whose reply is shown already. That reply stays.
      if (!isDone && isAnswered(state.entries, entry.messageId)) return;
      const progress = { kind: isDone ? "done" : "waiting" } as const;
      change({ entries: withTurn(state.entries, { ...entryOf(entry), progress }) });
      if (isDone && state.handedOff) void lookAfterHandoff();
    },
    connected(isThere) {
      if (isThere) wake();
      if (isThere && state.phase === "unreachable") change({ phase: "open" });
      if (!isThere && state.phase === "open") change({ phase: "unreachable", action: null });
    },
    findings(found) {
      change({ findings: found?.findings.filter(({ severity }) => severity === "error") ?? [] });
      if (found === null || found.hash === state.assistant?.hash) return;
      client.describe().then(
        (assistant) => change({ assistant }),
        // Described again after the next edit.
        () => undefined,
      );
    },
  };

  /** The person may have given the conversation back. */
  const lookAfterHandoff = async (): Promise<void> => {
    const { conversationId } = state;
    const { handedOff } = await client.create(conversationId).catch(() => state);
    if (conversationId === state.conversationId) change({ handedOff });
  };

  const showTranscript = (transcript: readonly TranscriptEntry[]): void => {
    const said = transcript.map(entryOf);
    const known = new Set(said.map(({ messageId }) => messageId));
    const outbox = state.outbox.filter(({ messageId }) => !known.has(messageId));
    change({ phase: "open", entries: [...said, ...outbox.map(waitingEntry)], outbox });
  };

  const showEvent = (event: TurnStreamEvent): void => {
    if (event.type === "action_started") change({ action: event.action });
    if (event.type === "action_ended") change({ action: null });
    if (event.type === "sentence") {
      const told = (entry: ChatEntry): ChatEntry => ({ ...entry, messages: withSentence(entry.messages, event) });
      change({ entries: withEntry(state.entries, event.messageId, told) });
    }
  };

  const finish = ({ messageId }: SentMessage, changed: (entry: ChatEntry) => ChatEntry): void =>
    change({
      action: null,
      outbox: state.outbox.filter((waiting) => waiting.messageId !== messageId),
      entries: withEntry(state.entries, messageId, changed),
    });

  const deliver = async (message: SentMessage): Promise<void> => {
    const { conversationId } = state;
    try {
      const turn = await persist(() => client.send(conversationId, message, showEvent));
      // Its conversation was left meanwhile.
      if (conversationId !== state.conversationId) return;
      finish(message, (entry) => ({ ...entry, ...answerOf(turn) }));
      change({ handedOff: turn.status.handedOff });
    } catch (error) {
      const code = codeOf(error);
      if (code === "conversation.unknown" && begunFor !== message.messageId) {
        // Deleted, or kept in the memory of a server that is gone. What was just said still counts.
        begunFor = message.messageId;
        change({ begunAnew: true });
        await persist(enter, isNoRefusal);
        return;
      }
      if (!isNoRefusal(error)) change({ phase: "no_access" });
      finish(message, (entry) => ({ ...entry, progress: { kind: "failed", code, message } }));
    }
  };

  /** One message at a time, in the order in which they were said. */
  const sendAll = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      for (let next = state.outbox[0]; next !== undefined; next = state.outbox[0]) await deliver(next);
    } finally {
      isSending = false;
    }
  };

  const open = async (): Promise<void> => {
    try {
      change({ assistant: await persist(() => client.describe(), isNoRefusal) });
      await persist(enter, isNoRefusal);
    } catch {
      change({ phase: "no_access" });
      return;
    }
    void sendAll();
  };

  const post = (message: SentMessage): void => {
    const others = state.entries.filter(({ messageId }) => messageId !== message.messageId);
    change({ entries: [...others, waitingEntry(message)], outbox: [...state.outbox, message] });
    if (state.phase !== "opening") void sendAll();
  };

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    say: (text, command) => post({ messageId: newId(), text, ...(command === undefined ? {} : { command }) }),
    tryAgain(messageId) {
      const progress = state.entries.find((entry) => entry.messageId === messageId)?.progress;
      if (progress?.kind === "failed") post(progress.message);
    },
    async release() {
      const { conversationId } = state;
      try {
        const turn = await client.release(conversationId);
        if (conversationId !== state.conversationId) return;
        const entry: ChatEntry = { messageId: turn.messageId, user: "", ...answerOf(turn) };
        change({ handedOff: turn.status.handedOff, entries: withTurn(state.entries, entry) });
      } catch {
        // Somebody else was faster, or the server is away.
        await lookAfterHandoff();
      }
    },
    async startAnew() {
      client.close();
      change({ conversationId: newId(), entries: [], outbox: [], action: null, handedOff: false, begunAnew: false });
      await open();
    },
    refresh() {
      wake();
      client.wake();
      if (state.phase !== "open" || state.outbox.length > 0) return;
      const { conversationId } = state;
      client.transcript(conversationId).then(
        (transcript) => {
          const isCurrent = conversationId === state.conversationId && state.outbox.length === 0;
          if (isCurrent && transcript.length > state.entries.filter(({ turn }) => turn !== null).length) {
            showTranscript(transcript);
          }
        },
        // Not asked for by the user: they learn of it with their next message.
        () => undefined,
      );
    },
  };
}

const entryOf = ({ messageId, turn, user, messages }: TranscriptEntry): ChatEntry => ({
  messageId,
  turn,
  user,
  messages,
  progress: { kind: "done" },
});

const answerOf = ({ turn, messages }: Turn): Pick<ChatEntry, "turn" | "messages" | "progress"> => ({
  turn,
  messages,
  progress: { kind: "done" },
});
