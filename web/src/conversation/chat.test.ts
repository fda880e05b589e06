import { describe, expect, it } from "vitest";
import { type Chat, createChat } from "./chat.ts";
import type { Client, SentMessage, Watcher } from "./client.ts";
import type { Memory } from "./memory.ts";
import { ProblemError } from "./problem-error.ts";
import type { Problem, TranscriptEntry, Turn } from "./wire.ts";

const problem = (status: number, code: Problem["code"]): Problem => ({ type: "", title: "", status, detail: "", code });

const status = { conversationState: "idle", waitingFor: null, handedOff: false, turns: 0, lastEventId: 0 } as const;

/** A server in a variable: answers each message with its text, once; `trouble` is thrown first, in order. */
function fakeServer() {
  const transcript: TranscriptEntry[] = [];
  const received: string[] = [];
  const trouble: (ProblemError | "after")[] = [];
  const created: string[] = [];
  const answer = ({ messageId, text }: SentMessage): Turn => {
    const known = transcript.find((entry) => entry.messageId === messageId);
    if (known !== undefined) return { ...known, status };
    const messages = [{ id: `${messageId}.1`, text: `you said ${text}` }];
    const entry = { turn: transcript.length + 1, messageId, at: 0, user: text, messages };
    transcript.push(entry);
    return { ...entry, status };
  };
  const client: Client = {
    describe: async () => ({ name: "Test", language: "en", messageLength: 100, developer: false, hash: "" }),
    create: async (id) => {
      created.push(id);
      return status;
    },
    transcript: async () => [...transcript],
    audit: async () => [],
    release: async () => answer({ messageId: newId(), text: "" }),
    send: async (_, message) => {
      received.push(message.text);
      const next = trouble.shift();
      if (next === "after") {
        answer(message);
        throw new ProblemError(null);
      }
      if (next !== undefined) throw next;
      return answer(message);
    },
    follow: () => undefined,
    wake: () => undefined,
    close: () => undefined,
  };
  return { client, transcript, received, trouble, created };
}

function fakeMemory(): Memory {
  let conversation: string | null = null;
  let outbox: readonly SentMessage[] = [];
  return {
    conversation: () => conversation,
    keepConversation: (id) => {
      conversation = id;
    },
    outbox: () => outbox,
    keepOutbox: (messages) => {
      outbox = messages;
    },
  };
}

let count = 0;
const newId = (): string => {
  count += 1;
  return `id${count}`;
};

const open = async (client: Client, memory = fakeMemory()): Promise<Chat> => {
  const chat = createChat({ client, memory, newId, pause: async () => undefined });
  await chat.open();
  return chat;
};

const settled = (chat: Chat): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (chat.current().outbox.length === 0) resolve();
    };
    chat.subscribe(check);
    check();
  });

const shown = (chat: Chat): readonly string[] =>
  chat.current().entries.flatMap(({ user, messages }) => [user, ...messages.map(({ text }) => text)]);

describe("a chat", () => {
  it("sends messages one after the other, in the order in which they were said", async () => {
    const { client, received } = fakeServer();
    const chat = await open(client);
    chat.say("one");
    chat.say("two");
    await settled(chat);
    expect(received).toEqual(["one", "two"]);
    expect(shown(chat)).toEqual(["one", "you said one", "two", "you said two"]);
  });

  it("shows a text while it is written, and once", async () => {
    const { client } = fakeServer();
    const telling: Client = {
      ...client,
      send(id, message, onEvent) {
        const { messageId } = message;
        for (const [index, text] of ["you", " said"].entries())
          onEvent({ type: "sentence", id: index, turn: 1, messageId, message: `${messageId}.1`, index, text });
        return client.send(id, message, onEvent);
      },
    };
    const chat = await open(telling);
    const seen = new Set<string>();
    chat.subscribe(() => seen.add(shown(chat).join("/")));
    chat.say("one");
    await settled(chat);
    expect([...seen]).toEqual(["one", "one/you", "one/you said", "one/you said one"]);
  });

  it("tries again while nobody answers, and an answer that got lost is not asked for twice", async () => {
    const { client, trouble, transcript } = fakeServer();
    const chat = await open(client);
    const phases: string[] = [];
    chat.subscribe(() => phases.push(chat.current().phase));
    trouble.push(new ProblemError(null), "after", new ProblemError(problem(503, "server.closing")));
    chat.say("one");
    await settled(chat);
    expect(shown(chat)).toEqual(["one", "you said one"]);
    expect(transcript).toHaveLength(1);
    expect(phases).toContain("unreachable");
    expect(chat.current().phase).toBe("open");
  });

  it("shows a refusal at its message, changes nothing else and tries again only when asked to", async () => {
    const { client, trouble, received } = fakeServer();
    const chat = await open(client);
    trouble.push(new ProblemError(problem(500, "internal")));
    chat.say("one");
    await settled(chat);
    const [failed] = chat.current().entries;
    expect(failed?.progress).toMatchObject({ kind: "failed", code: "internal" });
    expect(received).toEqual(["one"]);
    chat.tryAgain(failed?.messageId ?? "");
    await settled(chat);
    expect(shown(chat)).toEqual(["one", "you said one"]);
  });

  it("sends after a reload what had no answer before it, and shows everything once", async () => {
    const { client, trouble } = fakeServer();
    const memory = fakeMemory();
    const first = await open(client, memory);
    first.say("one");
    await settled(first);
    const id = first.current().conversationId;
    memory.keepOutbox([{ messageId: "kept", text: "two" }]);
    trouble.push("after");
    const second = await open(client, memory);
    await settled(second);
    expect(second.current().conversationId).toBe(id);
    expect(shown(second)).toEqual(["one", "you said one", "two", "you said two"]);
    const third = await open(client, memory);
    expect(shown(third)).toEqual(shown(second));
  });

  it("begins a forgotten conversation anew, once, and says so", async () => {
    const { client, trouble, created } = fakeServer();
    const chat = await open(client);
    const forgotten = () => new ProblemError(problem(404, "conversation.unknown"));
    trouble.push(forgotten());
    chat.say("one");
    await settled(chat);
    expect(created).toHaveLength(2);
    expect(chat.current().begunAnew).toBe(true);
    expect(shown(chat)).toEqual(["one", "you said one"]);
    trouble.push(forgotten(), forgotten());
    chat.say("two");
    await settled(chat);
    expect(chat.current().entries.at(-1)?.progress.kind).toBe("failed");
  });

  it("asks for a token where one is missing", async () => {
    const { client } = fakeServer();
    const refused = async () => {
      throw new ProblemError(problem(401, "access.missing_token"));
    };
    const chat = await open({ ...client, describe: refused });
    expect(chat.current().phase).toBe("no_access");
  });

  it("keeps a reply that it shows while a new connection tells its turn again", async () => {
    const { client, transcript } = fakeServer();
    const watchers: Watcher[] = [];
    const chat = await open({ ...client, follow: (_, __, watcher) => void watchers.push(watcher) });
    chat.say("hello");
    await settled(chat);
    const [turn] = transcript;
    if (turn === undefined) throw new Error("nothing was said");
    const shown: string[] = [];
    chat.subscribe(() =>
      shown.push(
        chat
          .current()
          .entries.map(({ messages }) => messages[0]?.text)
          .join(),
      ),
    );
    for (const watcher of watchers) {
      watcher.turn({ ...turn, messages: [] }, false);
      watcher.turn(turn, false);
      watcher.turn(turn, true);
    }
    expect(new Set(shown)).toEqual(new Set(["you said hello"]));
    expect(chat.current().entries.map(({ progress }) => progress.kind)).toEqual(["done"]);
  });

  it("goes on with the assistant when a person is no longer wanted", async () => {
    const { client } = fakeServer();
    const chat = await open({ ...client, create: async () => ({ ...status, handedOff: true }) });
    expect(chat.current().handedOff).toBe(true);
    await chat.release();
    expect(chat.current().handedOff).toBe(false);
    expect(shown(chat)).toEqual(["", "you said "]);
  });

  it("learns that the person has given the conversation back", async () => {
    const { client } = fakeServer();
    const watchers: Watcher[] = [];
    let handedOff = true;
    const chat = await open({
      ...client,
      create: async () => ({ ...status, handedOff }),
      follow: (_, __, watcher) => void watchers.push(watcher),
    });
    handedOff = false;
    for (const watcher of watchers) watcher.turn({ turn: 1, messageId: "m", at: 0, user: "", messages: [] }, true);
    await expect.poll(() => chat.current().handedOff).toBe(false);
  });

  it("asks how the conversation stands where it could not be given back", async () => {
    const { client } = fakeServer();
    let handedOff = true;
    const release = async (): Promise<Turn> => {
      handedOff = false;
      throw new ProblemError(problem(409, "conversation.not_handed_off"));
    };
    const chat = await open({ ...client, create: async () => ({ ...status, handedOff }), release });
    await chat.release();
    expect(chat.current().handedOff).toBe(false);
  });

  it("learns on a refresh what another window said", async () => {
    const { client, transcript } = fakeServer();
    const chat = await open(client);
    transcript.push({ turn: 1, messageId: "other", at: 0, user: "hello", messages: [] });
    const changed = new Promise<void>((resolve) => chat.subscribe(resolve));
    chat.refresh();
    await changed;
    expect(shown(chat)).toEqual(["hello"]);
  });
});
