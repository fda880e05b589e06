import OpenAI, { APIError } from "openai";
import type { ChatCompletionMessageParam } from "openai/resources";
import { expect, it } from "vitest";
import { booked, booking, type Flights, startFlights } from "./start-flights.ts";
import { startServer } from "./start-server.ts";

const anna = { name: "anna", token: "anna-0123456789abcdef" };
const ben = { name: "ben", token: "ben-0123456789abcdef" };
const access = { tokens: [anna, ben] };

const clientOf = ({ url }: Pick<Flights, "url">, token = "none", conversation?: string): OpenAI =>
  new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: token,
    maxRetries: 0,
    ...(conversation === undefined ? {} : { defaultHeaders: { "X-Conversation-Id": conversation } }),
  });

const ask = async (client: OpenAI, content: string, more: object = {}): Promise<string> => {
  const { choices } = await client.chat.completions.create({
    model: "soni",
    messages: [{ role: "user", content }],
    ...more,
  });
  return choices[0]?.message.content ?? "";
};

const problemOf = async (work: Promise<unknown>): Promise<APIError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof APIError) return error;
  throw new Error(`No error of the API: ${error}`);
};

it("the openai client books a flight, its history with it", async () => {
  const client = clientOf(await startFlights(), "none", "trip");
  const messages: ChatCompletionMessageParam[] = [{ role: "system", content: "You are a pirate." }];
  const say = async (content: string): Promise<string> => {
    messages.push({ role: "user", content });
    const { choices, usage, model, object } = await client.chat.completions.create({ model: "gpt-any", messages });
    expect({ model, object }).toEqual({ model: "soni", object: "chat.completion" });
    expect(usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
    const reply = choices[0]?.message.content ?? "";
    messages.push({ role: "assistant", content: reply });
    return reply;
  };
  const replies = [];
  for (const text of booking) replies.push(await say(text));
  expect(replies.slice(0, 3)).toEqual([
    "Where do you fly from?",
    "Where would you like to fly to?",
    "When do you want to leave?",
  ]);
  expect(replies[3]).toContain("2. SO161 at 10:40, 115 euros");
  // The number on the screen is the button's.
  expect(await say("2")).toContain("at 10:40, 2 in economy, 230 euros in all. Shall I book it?");
  expect(await say("yes")).toMatch(booked);
});

it("streamed, the chunks make the same replies", async () => {
  const client = clientOf(await startFlights(), "none", "trip");
  const say = async (content: string): Promise<string> => {
    const chunks = await client.chat.completions.create({
      model: "soni",
      messages: [{ role: "user", content }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let reason: string | null = null;
    let tokens: number | undefined;
    for await (const { choices, usage } of chunks) {
      text += choices[0]?.delta.content ?? "";
      reason = choices[0]?.finish_reason ?? reason;
      tokens = usage?.total_tokens ?? tokens;
    }
    expect({ reason, tokens }).toEqual({ reason: "stop", tokens: 0 });
    return text;
  };
  for (const text of [...booking, "the second one"]) await say(text);
  expect(await say("yes")).toMatch(booked);
});

it("a conversation is named by the header, by metadata or by its user; else it is a new one, whose id comes back", async () => {
  const flights = await startFlights();
  const client = clientOf(flights);
  const metadata = { metadata: { conversation_id: "one" } };
  await ask(client, "I want to book a flight", metadata);
  expect(await ask(client, "from Madrid", metadata)).toBe("Where would you like to fly to?");
  await ask(client, "I want to book a flight", { user: "zoë ✈" });
  expect(await ask(client, "from Madrid", { user: "zoë ✈" })).toBe("Where would you like to fly to?");
  const { response } = await client.chat.completions
    .create({ model: "soni", messages: [{ role: "user", content: "I want to book a flight" }] })
    .withResponse();
  const id = response.headers.get("x-conversation-id") ?? "";
  expect(await ask(clientOf(flights, "none", id), "from Madrid")).toBe("Where would you like to fly to?");
  expect(await flights.soni.conversations()).toHaveLength(3);
});

/** A client that pays, and whose history and streams are its own. */
async function payingClient(conversation: string) {
  let payments = 0;
  const server = await startServer({ access, pay: () => ({ receipt: `R-${++payments}` }) });
  const client = clientOf(server, anna.token, conversation);
  const history: ChatCompletionMessageParam[] = [];
  const complete = async (messages = history): Promise<string> => {
    const { choices } = await client.chat.completions.create({ model: "soni", messages });
    return choices[0]?.message.content ?? "";
  };
  const say = async (content: string): Promise<string> => {
    history.push({ role: "user", content });
    const reply = await complete();
    history.push({ role: "assistant", content: reply });
    return reply;
  };
  const turns = async () =>
    (await server.call("GET", `/v1/conversations/${conversation}/transcript`, { token: anna.token })).body.entries
      .length;
  return { server, client, history, complete, say, turns, payments: () => payments };
}

it("a broken stream that is repeated pays once, and says the same", async () => {
  const { client, history, complete, say, turns, payments } = await payingClient("pay");
  expect(await say("10 to Ann")).toBe("Welcome!\n\nYour PIN?");
  // The very first request, too.
  expect(await complete(history.slice(0, 1))).toBe("Welcome!\n\nYour PIN?");
  await say("1234");
  history.push({ role: "user", content: "yes" });
  const stream = await client.chat.completions.create({ model: "soni", messages: history, stream: true });
  for await (const _ of stream) break;
  stream.controller.abort();
  const replies = await Promise.all([
    complete(),
    complete(),
    complete([...history, { role: "assistant", content: "Se" }]),
  ]);
  expect(replies).toEqual(["Sent: R-1.", "Sent: R-1.", "Sent: R-1."]);
  expect(payments()).toBe(1);
  expect(await turns()).toBe(3);
});

it("the same words at another place are another message", async () => {
  const { say, turns, payments } = await payingClient("twice");
  for (let round = 0; round < 2; round += 1) for (const text of ["10 to Ann", "1234", "yes"]) await say(text);
  expect(payments()).toBe(2);
  for (let round = 0; round < 3; round += 1) await say("hello");
  expect(await turns()).toBe(9);
});

it("a client that sends the end of its history, or none, may repeat itself", async () => {
  const { client, history, say, turns } = await payingClient("short");
  await say("hello");
  const short = async (messages: ChatCompletionMessageParam[]) =>
    client.chat.completions.create({ model: "soni", messages });
  await short([{ role: "user", content: "send money" }]);
  for (let round = 0; round < 3; round += 1) await short([{ role: "user", content: "hello" }]);
  expect(await turns()).toBe(5);
  history.splice(0, history.length, { role: "assistant", content: "One." }, { role: "user", content: "hello" });
  await short(history);
  await short([
    { role: "assistant", content: "Two." },
    { role: "user", content: "hello" },
  ]);
  expect(await turns()).toBe(7);
});

it("a history without a name is refused with what to do, instead of forgotten", async () => {
  const flights = await startFlights();
  const error = await problemOf(
    clientOf(flights).chat.completions.create({
      model: "soni",
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: "Hello." },
        { role: "user", content: "yes" },
      ],
    }),
  );
  expect(error).toMatchObject({ status: 404, code: "conversation.unknown" });
  expect(error.message).toContain("X-Conversation-Id");
  expect(await flights.soni.conversations()).toEqual([]);
});

it("a message with an Idempotency-Key has one turn, also one that was a number", async () => {
  const flights = await startFlights();
  const client = clientOf(flights, "none", "trip");
  for (const text of booking) await ask(client, text);
  const choose = (): Promise<string> =>
    client.chat.completions
      .create(
        { model: "soni", messages: [{ role: "user", content: "2" }] },
        { headers: { "Idempotency-Key": "choice-1" } },
      )
      .then(({ choices }) => choices[0]?.message.content ?? "");
  const first = await choose();
  expect(await choose()).toBe(first);
  expect(await flights.soni.transcript("local:trip")).toHaveLength(5);
});

it("two users cannot see or continue each other's conversations, and nobody comes in without a token", async () => {
  const flights = await startFlights({ access });
  const [annas, bens] = [clientOf(flights, anna.token, "trip"), clientOf(flights, ben.token, "trip")];
  await ask(annas, "I want to book a flight");
  // Under the same id, Ben has a conversation of his own, in which nobody asked where he flies from.
  expect(await ask(bens, "from Madrid")).not.toBe("Where would you like to fly to?");
  expect(await ask(annas, "from Madrid")).toBe("Where would you like to fly to?");
  expect(await flights.soni.conversations()).toHaveLength(2);
  for (const token of ["none", "not-a-token-of-anyone"]) {
    const error = await problemOf(ask(clientOf(flights, token, "trip"), "Rome"));
    expect(error).toMatchObject({ status: 401, type: "authentication_error" });
    expect(await problemOf(clientOf(flights, token).models.list())).toMatchObject({ status: 401 });
  }
});

it("the assistant is the one model there is", async () => {
  const models = await clientOf(await startFlights()).models.list();
  expect(models.data.map(({ id, object }) => ({ id, object }))).toEqual([{ id: "soni", object: "model" }]);
});

it("what cannot be taken is an error in OpenAI's form, and nothing is stored", async () => {
  const server = await startServer();
  const client = clientOf(server, "none", "one");
  const codes = async (more: object): Promise<unknown> =>
    (await problemOf(ask(client, "hello", more))).error as { code: string };
  expect(await codes({ messages: [] })).toMatchObject({ code: "request.invalid", type: "invalid_request_error" });
  expect(await codes({ messages: [{ role: "user", content: "  " }] })).toMatchObject({ code: "message.blank" });
  expect(await codes({ messages: [{ role: "system", content: "x" }] })).toMatchObject({ code: "message.blank" });
  expect(await codes({ messages: [{ role: "user", content: "x".repeat(300) }] })).toMatchObject({
    code: "message.too_long",
  });
  expect(await codes({ messages: [{ role: "user", content: "x".repeat(2 * 1024 * 1024) }] })).toMatchObject({
    code: "request.too_large",
  });
  expect(await problemOf(ask(clientOf(server, "none", "a:b"), "hello"))).toMatchObject({
    status: 422,
    code: "conversation.bad_id",
  });
  const streamed = client.chat.completions.create({
    model: "soni",
    messages: [{ role: "user", content: " " }],
    stream: true,
  });
  expect(await problemOf(streamed)).toMatchObject({ status: 422, code: "message.blank" });
  expect(await server.soni.conversations()).toEqual([]);
});

it("parts of a text are put together, and a history of more than 64 KB is no hindrance", async () => {
  const server = await startServer();
  const client = clientOf(server, "none", "one");
  const { choices } = await client.chat.completions.create({
    model: "soni",
    messages: [
      { role: "assistant", content: "x".repeat(100_000) },
      { role: "user", content: [{ type: "text", text: "send money" }] },
    ],
  });
  expect(choices[0]?.message.content).toBe("Welcome!\n\nTo whom?");
});

it("a turn that fails after the stream began is an error in the stream", async () => {
  const store = (await import("../../src/stores/memory/store.ts")).createMemoryStore();
  const save = async (): Promise<void> => {
    throw new Error("secret of the store");
  };
  const server = await startServer({ store: { ...store, save } });
  const chunks = await clientOf(server, "none", "one").chat.completions.create({
    model: "soni",
    messages: [{ role: "user", content: "send money" }],
    stream: true,
  });
  const read = async (): Promise<void> => {
    for await (const _ of chunks);
  };
  const error = await problemOf(read());
  expect(error.error).toMatchObject({ code: "internal", type: "server_error" });
  expect(JSON.stringify(error.error)).not.toContain("secret");
});
