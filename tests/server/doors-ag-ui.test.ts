import { type BaseEvent, EventType, HttpAgent } from "@ag-ui/client";
import { beforeEach, expect, it, vi } from "vitest";
import { booked, booking, type Flights, startFlights } from "./start-flights.ts";
import { startServer } from "./start-server.ts";

const anna = { name: "anna", token: "anna-0123456789abcdef" };
const ben = { name: "ben", token: "ben-0123456789abcdef" };
const access = { tokens: [anna, ben] };

// The client tells every failure there too.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

interface Agent {
  readonly agent: HttpAgent;
  readonly events: BaseEvent[];
  say(text: string, id?: string, forwardedProps?: object): Promise<readonly string[]>;
}

function agentOf({ url }: Pick<Flights, "url">, threadId: string, token?: string): Agent {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const agent = new HttpAgent({ url: `${url}/agui`, threadId, headers });
  const events: BaseEvent[] = [];
  agent.subscribe({ onEvent: ({ event }) => void events.push(event) });
  return {
    agent,
    events,
    async say(text, id = `u${agent.messages.length}`, forwardedProps = {}) {
      agent.addMessage({ id, role: "user", content: text });
      const { newMessages } = await agent.runAgent({ forwardedProps });
      return newMessages.flatMap(({ role, content }) =>
        role === "assistant" && typeof content === "string" ? [content] : [],
      );
    },
  };
}

it("the AG-UI client books a flight", async () => {
  const { say, agent, events } = agentOf(await startFlights(), "trip");
  const replies = [];
  for (const text of booking) replies.push(await say(text));
  expect(replies.slice(0, 3)).toEqual([
    ["Where do you fly from?"],
    ["Where would you like to fly to?"],
    ["When do you want to leave?"],
  ]);
  expect(replies[3]?.[0]).toContain("2. SO161 at 10:40, 115 euros");
  expect(agent.state).toMatchObject({ conversationState: "waiting_for_slot", waitingFor: "choice", turns: 4 });
  expect((await say("2"))[0]).toContain("230 euros in all. Shall I book it?");
  events.splice(0);
  expect((await say("yes"))[0]).toMatch(booked);
  expect(events.map(({ type }) => type)).toEqual([
    EventType.RUN_STARTED,
    EventType.STEP_STARTED,
    EventType.STEP_FINISHED,
    EventType.TEXT_MESSAGE_START,
    EventType.TEXT_MESSAGE_CONTENT,
    EventType.TEXT_MESSAGE_END,
    EventType.STATE_SNAPSHOT,
    EventType.RUN_FINISHED,
  ]);
  expect(agent.messages.filter(({ role }) => role === "assistant")).toHaveLength(6);
});

it("a client that shows buttons gets them, and sends the command of the one that was pressed", async () => {
  const server = await startServer();
  const { say, events } = agentOf(server, "pay");
  await say("10 to Ann");
  await say("1234");
  const custom = events.find(({ type }) => type === EventType.CUSTOM) as unknown as {
    readonly name: string;
    readonly value: { readonly ui: { readonly buttons: readonly { readonly command: object }[] } };
  };
  expect(custom.name).toBe("soni.ui");
  const [yes] = custom.value.ui.buttons;
  expect(await say("Yes", "pressed", { command: yes?.command })).toEqual(["Sent: R-1."]);
});

it("a run that is sent again gives the same reply, and nothing happens twice", async () => {
  const server = await startServer();
  const first = agentOf(server, "pay");
  expect(await first.say("send money", "m-1")).toEqual(["Welcome!", "To whom?"]);
  const again = agentOf(server, "pay");
  expect(await again.say("send money", "m-1")).toEqual(["Welcome!", "To whom?"]);
  expect(await server.soni.transcript("local:pay")).toHaveLength(1);
  // Ids of the client's own making are fine too.
  await first.say("Ann", "an id with spaces ✈");
  expect(await server.soni.transcript("local:pay")).toHaveLength(2);
});

it("two users cannot see or continue each other's threads, and nobody comes in without a token", async () => {
  const flights = await startFlights({ access });
  const annas = agentOf(flights, "trip", anna.token);
  const bens = agentOf(flights, "trip", ben.token);
  await annas.say("I want to book a flight");
  expect(await bens.say("from Madrid")).not.toContain("Where would you like to fly to?");
  expect(await annas.say("from Madrid")).toEqual(["Where would you like to fly to?"]);
  expect(await flights.soni.conversations()).toHaveLength(2);
  for (const token of [undefined, "not-a-token-of-anyone"]) {
    await expect(agentOf(flights, "trip", token).say("Rome")).rejects.toThrow("401");
  }
  expect(await annas.say("Rome")).toEqual(["When do you want to leave?"]);
});

it("a command that was not offered is refused to whoever is no developer", async () => {
  const server = await startServer({ access });
  const annas = agentOf(server, "pay", anna.token);
  await annas.say("hello");
  const forced = annas.say("go", "m-2", { command: { type: "start_flow", flow: "transfer" } });
  await expect(forced).rejects.toThrow("403");
});

it("what cannot be taken is a problem with its status, and nothing is stored", async () => {
  const server = await startServer();
  const call = async (json: unknown): Promise<readonly unknown[]> => {
    const { status, body } = await server.call("POST", "/agui", { json });
    return [status, body.code];
  };
  const messages = [{ id: "1", role: "user", content: "hello" }];
  expect(await call({ threadId: "a b", runId: "r", messages })).toEqual([422, "conversation.bad_id"]);
  expect(await call({ threadId: "t", messages })).toEqual([422, "request.invalid"]);
  expect(await call({ threadId: "t", runId: "r", messages: [] })).toEqual([422, "message.blank"]);
  expect(await call({ threadId: "t", runId: "r", messages: [{ id: "1", role: "user", content: "\u0000" }] })).toEqual([
    422,
    "message.control_characters",
  ]);
  expect(await server.soni.conversations()).toEqual([]);
});
