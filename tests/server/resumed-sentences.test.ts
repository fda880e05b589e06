import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { localPrincipal } from "../../src/server/access/anonymous.ts";
import { internalId } from "../../src/server/access/principal.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { ScriptedReply } from "../model/scripted-server.ts";
import { idsOf, isDone, isReady, openSocket } from "./open-socket.ts";
import { serverSent, startWriting, type Writing } from "./start-writing.ts";

// Clients that come back while a model is in the middle of a text. The model waits until they have what was told before.

const pieces = ["One. ", "Two. ", "Three. ", "Four. ", "Five."];
const told = ["Here is Rome.", "One.", " Two.", " Three.", " Four.", " Five."];
const text = "tell me about Rome";

/** A model that stops before a piece of its text until it is let go on. A sentence is complete when the next one begins. */
function stoppingModel() {
  const gates = pieces.map(() => Promise.withResolvers<void>());
  const answer: ScriptedReply = { kind: "stream", pieces, before: async (piece) => gates[piece]?.promise };
  return {
    answer: () => answer,
    /** All sentences before this one, from 1, are told. */
    tellBefore(sentence: number) {
      for (const gate of gates.slice(0, sentence)) gate.resolve();
    },
    goOn() {
      for (const gate of gates) gate.resolve();
    },
  };
}

const idOf = (id: string) => internalId(localPrincipal, id);
const soFar = async ({ soni }: Pick<Writing, "soni">, id: string) =>
  (await soni.turnUnderWay(idOf(id)))?.messages.map((message) => message.text).join("|") ?? null;

/** A turn whose client has left with the first sentence of the text; the second was told since. */
async function leftInMidText(options: Parameters<typeof startWriting>[1] = {}) {
  const model = stoppingModel();
  const server = await startWriting(model.answer, options);
  const id = await server.begin();
  const had = [];
  model.tellBefore(2);
  for await (const event of serverSent(`${server.url}/v1/conversations/${id}/messages`, { text, messageId: "m1" })) {
    had.push(event);
    if (event.type === "sentence" && event.text === "One.") break;
  }
  model.tellBefore(3);
  await expect.poll(() => soFar(server, id)).toBe("Here is Rome.|One. Two.");
  return { model, server, id, had, last: had.at(-1)?.id as number };
}

/** What a client has of a turn: ids that grow, and the sentences of the transcript, each once. */
async function expectWhole(
  { soni }: Writing,
  id: string,
  events: readonly { type: string; id: number; text: string }[],
) {
  const ids = idsOf(events);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  const sentences = events.filter(({ type }) => type === "sentence").map((event) => event.text);
  expect(sentences).toEqual(told);
  const stored = (await soni.transcript(idOf(id))).at(-1)?.messages.flatMap((message) => message.sentences ?? []);
  expect(sentences).toEqual(stored);
}

describe("a client that comes back in the middle of a text has what was told at once, then the rest as it comes", () => {
  it.each(["direct", "langgraph"] as const)("over server-sent events, with the %s host", async (host) => {
    const { model, server, id, had, last } = await leftInMidText({ host });
    const url = `${server.url}/v1/conversations/${id}/messages`;
    const back = [];
    for await (const event of serverSent(url, { text, messageId: "m1" }, { "last-event-id": String(last) })) {
      back.push(event);
      if (event.text === " Two.") model.tellBefore(4);
      if (event.text === " Three.") model.goOn();
    }
    await expectWhole(server, id, [...had, ...back]);
    expect(back.map(({ type }) => type)).toEqual([
      ...["sentence", "sentence", "sentence", "sentence", "action_started", "action_ended"],
      ...["message", "message", "message", "done"],
    ]);
  });

  it("over server-sent events without the last id: from the beginning, with the next sentence", async () => {
    const { model, server, id } = await leftInMidText();
    const back = [];
    const stream = serverSent(`${server.url}/v1/conversations/${id}/messages`, { text, messageId: "m1" });
    const first = stream.next();
    await expect.poll(server.listeners).toBe(2);
    model.tellBefore(4);
    for (let event = await first; event.done !== true; event = await stream.next()) {
      back.push(event.value);
      if (event.value.text === " Three.") model.goOn();
    }
    await expectWhole(server, id, back);
    expect(back[0]?.type).toBe("accepted");
  });

  it("over a socket", async () => {
    const { model, server, id, had, last } = await leftInMidText();
    const socket = openSocket(server, id, { after: last });
    await socket.until((frame) => frame.text === " Two.");
    model.tellBefore(4);
    await socket.until((frame) => frame.text === " Three.");
    model.goOn();
    await socket.until(isDone(2));
    await expectWhole(server, id, [...had, ...socket.frames]);
  });

  it("over a socket that has nothing of the conversation", async () => {
    const { model, server, id } = await leftInMidText();
    const socket = openSocket(server, id, { after: 0 });
    await socket.until((frame) => frame.text === " Two.");
    model.goOn();
    await socket.until(isDone(2));
    const types = socket.frames.filter(({ turn }) => turn === 2).map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(["accepted", "understood", "sentence"]);
    await expectWhole(server, id, socket.frames);
  });

  it("over a socket that begins where the conversation was said to be", async () => {
    const { model, server, id } = await leftInMidText();
    const response = await fetch(`${server.url}/v1/conversations/${id}`);
    const { status } = (await response.json()) as { status: { lastEventId: number } };
    const socket = openSocket(server, id, { after: status.lastEventId });
    expect((await socket.until(isReady)).lastEventId).toBe(status.lastEventId);
    await socket.until((frame) => frame.text === " Two.");
    model.goOn();
    await socket.until(isDone(2));
    await expectWhole(server, id, socket.frames);
  });

  it("also if it comes back to another process: what is stored at once, the rest at the end", async () => {
    const store = createMemoryStore();
    const { model, server, id, had, last } = await leftInMidText({ store });
    const other = await startWriting(model.answer, { store });
    const socket = openSocket(other, id, { after: last });
    await socket.until((frame) => frame.text === " Two.");
    model.goOn();
    await socket.until(isDone(2));
    await expectWhole(server, id, [...had, ...socket.frames]);
  });
});

it("a client of OpenAI that repeats its request in the middle of a text gets all of it, with the next sentence", async () => {
  const model = stoppingModel();
  const server = await startWriting(model.answer);
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none", maxRetries: 0 });
  const ask = () =>
    client.chat.completions.create(
      { model: "soni", stream: true, messages: [{ role: "user", content: text }] },
      { headers: { "x-conversation-id": "trip", "idempotency-key": "m1" } },
    );
  model.tellBefore(2);
  const first = await ask();
  for await (const { choices } of first) if (choices[0]?.delta.content?.endsWith("One.") === true) break;
  model.tellBefore(3);
  await expect.poll(() => soFar(server, "trip")).toBe("Here is Rome.|One. Two.");
  const deltas: string[] = [];
  const second = ask();
  // The request of the client that left is still served: its turn is not done.
  await expect.poll(server.listeners).toBe(2);
  model.tellBefore(4);
  for await (const { choices } of await second) {
    const said = choices[0]?.delta.content ?? "";
    if (said !== "") deltas.push(said);
    if (said === " Three.") model.goOn();
  }
  expect(deltas).toEqual([told[0], `\n\n${told[1]}`, ...told.slice(2), "\n\nThere are 12 hotels."]);
});

it("a turn under way is told without its secrets, unless it is for the user whose they are", async () => {
  const server = await startWriting(() => ({
    kind: "stream",
    pieces: ["Well, xyzzy-77 it is. ", "Fine. ", "Bye."],
    before: (piece) => (piece === 2 ? held.promise : Promise.resolve()),
  }));
  const held = Promise.withResolvers<void>();
  const id = await server.begin();
  const sending = server.soni.processMessage({ conversationId: idOf(id), text: "my PIN", messageId: "m1" });
  const read = async (secrets: "masked" | "told") => {
    const turn = await server.soni.turnUnderWay(idOf(id), { secrets });
    return [turn?.user, ...(turn?.messages.flatMap(({ sentences }) => sentences ?? []) ?? [])];
  };
  await expect.poll(() => read("told")).toEqual(["my PIN", "Your PIN is xyzzy-77.", "Well, xyzzy-77 it is."]);
  expect(await read("masked")).toEqual(["***", "Your PIN is ***.", "Well, *** it is."]);
  held.resolve();
  await sending;
  expect(await server.soni.turnUnderWay(idOf(id))).toBe(null);
});
