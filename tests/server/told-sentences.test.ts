import { HttpAgent } from "@ag-ui/client";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { localPrincipal } from "../../src/server/access/anonymous.ts";
import { internalId } from "../../src/server/access/principal.ts";
import type { ScriptedReply } from "../model/scripted-server.ts";
import { isDone, isReady, openSocket } from "./open-socket.ts";
import { serverSent, startWriting, type Writing } from "./start-writing.ts";

const pieces = ["Rome is old. ", "It has seven hills, ¡olé! ", "Go in sprin", "g 🙂, by “bus”."];
const sentences = ["Rome is old.", " It has seven hills, ¡olé!", " Go in spring 🙂, by “bus”."];
const written = sentences.join("");

/** The model goes on only when the client has the sentences that are complete by then. */
function pacedModel() {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const isSeen = (sentence: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (seen.join("").includes(sentence)) resolve();
      };
      waiting.add(look);
      look();
    });
  const answer: ScriptedReply = {
    kind: "stream",
    pieces,
    bytes: 3,
    before: async (piece) => {
      if (piece >= 2 && piece < pieces.length) await isSeen(sentences[piece - 2]?.trim() ?? "");
    },
  };
  return {
    answer: () => answer,
    see(text: string) {
      seen.push(text);
      for (const look of waiting) look();
    },
  };
}

const transcriptOf = async ({ soni }: Writing, id: string) =>
  (await soni.transcript(internalId(localPrincipal, id))).at(-1)?.messages ?? [];
const messagesUrl = ({ url }: Writing, id: string) => `${url}/v1/conversations/${id}/messages`;

describe("a text reaches its client while it is written", () => {
  it.each(["direct", "langgraph"] as const)("over server-sent events, with the %s host", async (host) => {
    const model = pacedModel();
    const server = await startWriting(model.answer, { host });
    const id = await server.begin();
    const events = [];
    for await (const event of serverSent(messagesUrl(server, id), { text: "tell me about Rome", messageId: "m1" })) {
      events.push(event);
      if (event.type === "sentence") model.see(event.text);
    }
    const types = events.map(({ type }) => type);
    expect(types).toEqual([
      ...["accepted", "understood", "sentence", "sentence", "sentence", "sentence"],
      ...["action_started", "action_ended", "message", "message", "message", "done"],
    ]);
    const told = events.filter(({ type }) => type === "sentence");
    expect(told.map(({ message, index, text }) => [message, index, text])).toEqual([
      ["m1.1", 0, "Here is Rome."],
      ...sentences.map((text, index) => ["m1.2", index, text]),
    ]);
    const ids = events.map((event) => event.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(events.filter(({ type }) => type === "message").map(({ message }) => message.text)).toEqual([
      ...["Here is Rome.", written, "There are 12 hotels."],
    ]);
    const stored = await transcriptOf(server, id);
    expect(stored.map(({ text, sentences: parts }) => [text, parts])).toEqual([
      ["Here is Rome.", ["Here is Rome."]],
      [written, sentences],
      ["There are 12 hotels.", undefined],
    ]);
    // What is told again has the ids that it had.
    const again = await fetch(`${server.url}/v1/conversations/${id}/events?after=0`);
    const replayed = ((await again.json()) as { events: typeof events }).events.filter(({ turn }) => turn === 2);
    const known = events.filter(({ type }) => type === "sentence" || type === "message");
    expect(replayed.filter(({ type }) => type === "sentence" || type === "message")).toEqual(known);
  });

  it("over a socket", async () => {
    const model = pacedModel();
    const server = await startWriting(model.answer);
    const id = await server.begin();
    const socket = openSocket(server, id, { after: 0 });
    socket.socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "sentence") model.see(frame.text);
    });
    await socket.until(isReady);
    socket.say("m1", "tell me about Rome");
    await socket.until(isDone(2));
    const told = socket.frames.filter(({ type }) => type === "sentence");
    expect(told.map(({ text }) => text)).toEqual(["Here is Rome.", ...sentences]);
  });

  it("to the client of OpenAI", async () => {
    const model = pacedModel();
    const server = await startWriting(model.answer);
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none" });
    const stream = await client.chat.completions.create({
      model: "soni",
      stream: true,
      messages: [{ role: "user", content: "tell me about Rome" }],
    });
    const deltas: string[] = [];
    for await (const { choices } of stream) {
      const text = choices[0]?.delta.content ?? "";
      if (text !== "") deltas.push(text);
      model.see(text);
    }
    expect(deltas).toEqual(["Here is Rome.", `\n\n${sentences[0]}`, ...sentences.slice(1), "\n\nThere are 12 hotels."]);
  });

  it("to the client of AG-UI", async () => {
    const model = pacedModel();
    const server = await startWriting(model.answer);
    const agent = new HttpAgent({ url: `${server.url}/agui`, threadId: "trip" });
    const types: string[] = [];
    agent.subscribe({
      onEvent: ({ event }) => void types.push(event.type),
      onTextMessageContentEvent: ({ event }) => model.see(event.delta),
    });
    agent.addMessage({ id: "u1", role: "user", content: "tell me about Rome" });
    const { newMessages } = await agent.runAgent();
    expect(newMessages.map(({ content }) => content)).toEqual(["Here is Rome.", written, "There are 12 hotels."]);
    const first = types.indexOf("TEXT_MESSAGE_CONTENT");
    expect(types.indexOf("STEP_STARTED")).toBeGreaterThan(first);
  });

  it("also if its client has left: the turn is committed", async () => {
    const left = Promise.withResolvers<void>();
    const server = await startWriting(() => ({
      kind: "stream",
      pieces,
      before: async (piece) => {
        if (piece === 2) await left.promise;
      },
    }));
    const id = await server.begin();
    for await (const event of serverSent(messagesUrl(server, id), { text: "tell me about Rome" })) {
      if (event.type === "sentence" && event.index === 0 && event.message.endsWith(".2")) break;
    }
    left.resolve();
    await expect.poll(async () => (await transcriptOf(server, id)).map(({ text }) => text)).toContain(written);
  });
});

describe("a connection to the model that dies half-way", () => {
  const cut: ScriptedReply = { kind: "stream", pieces: pieces.slice(0, 3), end: "reset" };
  const say = async (server: Writing, text: string) => {
    const id = await server.begin();
    const told: string[] = [];
    for await (const event of serverSent(messagesUrl(server, id), { text }))
      if (event.type === "sentence") told.push(event.text);
    return { told, said: (await transcriptOf(server, id)).map((message) => message.text) };
  };

  it("is followed by a request for the rest: what was said stays said", async () => {
    const rest: ScriptedReply = { kind: "text", text: "Go in autumn. Enjoy it." };
    const server = await startWriting((number) => (number === 1 ? cut : rest));
    const { told, said } = await say(server, "tell me about Rome");
    expect(told).toEqual(["Here is Rome.", ...sentences.slice(0, 2), " Go in autumn.", " Enjoy it."]);
    expect(said[1]).toBe(`${sentences[0]}${sentences[1]} Go in autumn. Enjoy it.`);
    expect(server.model.requests).toHaveLength(2);
    expect(server.model.requests[1]?.prompt).toContain(`${sentences[0]}${sentences[1]}`);
  });

  it("does not say twice what a model says again from the beginning", async () => {
    const all: ScriptedReply = { kind: "stream", pieces };
    const server = await startWriting((number) => (number === 1 ? cut : all));
    const { told, said } = await say(server, "tell me about Rome");
    expect(told).toEqual(["Here is Rome.", ...sentences]);
    expect(said[1]).toBe(written);
  });

  it("again and again ends the step with an error, after what was said", async () => {
    const server = await startWriting(() => cut);
    const { told, said } = await say(server, "tell me about Rome");
    expect(told).toEqual(["Here is Rome.", ...sentences.slice(0, 2)]);
    expect(said).toEqual(["Here is Rome.", `${sentences[0]}${sentences[1]}`, "That is all I know."]);
  });

  it.each([
    ["in a sentence", ["Great, your table is booked. It is for 4 peo"]],
    ["before the first sentence ends", ["Great, your tab"]],
    ["in a value", ["Great, your table is booked. It is for 4 people at 20:"]],
  ])("%s of other words ends with the template", async (_, cutPieces) => {
    const server = await startWriting(() => ({ kind: "stream", pieces: cutPieces, end: "reset" }));
    const { told, said } = await say(server, "book a table");
    expect(told.join("")).toBe(said[0]);
    expect(said[0]).toMatch(
      /^(The|Great, your) table is booked\. It is for 4 people at 20:30\. The bill is 99 euros\.$/,
    );
    expect(said[1]).toBe("Ask me anything.");
  });
});

describe("other words, sentence by sentence", () => {
  const template = "The table is booked. It is for 4 people at 20:30. The bill is 99 euros.";
  it.each([
    ["right", "Great, your table is booked. It is for 4 people at 20:30. Your bill is 99 euros.", null],
    ["wrong in the second", "Great, your table is booked. It is for 5 people at 20:30. Your bill is 99 euros.", 1],
    ["without a value", "Great, your table is booked. It is for 4 people. Your bill is 99 euros.", 1],
    [
      "with an offer at the end",
      "Great, your table is booked. It is for 4 people at 20:30. Your bill is 99 euros. Dessert is free.",
      null,
    ],
    ["wrong from the start", "Your bill is 99 euros. The table is for 4 people at 20:30.", 0],
  ])("%s: the template from there on", async (_, answer, wrong) => {
    const server = await startWriting(() => ({ kind: "stream", pieces: [...answer], bytes: 5 }));
    const id = await server.begin();
    const told: string[] = [];
    for await (const event of serverSent(messagesUrl(server, id), { text: "book a table" }))
      if (event.type === "sentence") told.push(event.text);
    const [said] = await transcriptOf(server, id);
    const own = answer.split(/(?<=\.)(?= )/).slice(0, wrong ?? 3);
    const rest = template.split(/(?<=\.)(?= )/).slice(own.length);
    expect(said?.text).toBe([...own, ...rest].join(""));
    expect(told.join("")).toBe(said?.text);
  });
});

it("a secret leaves to its user only, and nobody else is told", async () => {
  const masked: string[] = [];
  const server = await startWriting(() => ({ kind: "stream", pieces: ["Well, xyzzy-77 it is. ", "Fine."] }));
  server.soni.observe(({ event }) => void masked.push(JSON.stringify(event)));
  const id = await server.begin();
  const told: string[] = [];
  for await (const event of serverSent(messagesUrl(server, id), { text: "my PIN" }))
    if (event.type === "sentence") told.push(event.text);
  expect(told).toEqual(["Your PIN is xyzzy-77.", "Well, xyzzy-77 it is.", " Fine."]);
  expect(masked.join()).toContain("Your PIN is ***.");
  expect(masked.join()).not.toContain("xyzzy-77");
  expect(JSON.stringify(await transcriptOf(server, id))).not.toContain("xyzzy-77");
  expect(JSON.stringify(await server.soni.audit(internalId(localPrincipal, id)))).not.toContain("xyzzy-77");
});
