import { expect, it } from "vitest";
import { startServer } from "./start-server.ts";

const texts = (messages: readonly { readonly text: string }[]): readonly string[] => messages.map(({ text }) => text);

it("a conversation begins without a body, is kept by no cache and comes with the headers that browsers heed", async () => {
  const server = await startServer();
  const { status, headers, body } = await server.call("POST", "/v1/conversations");
  expect([status, body.created]).toEqual([201, true]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(headers.get("content-security-policy")).not.toContain("upgrade-insecure-requests");
});

it("a conversation that is begun twice under one id begins once", async () => {
  const server = await startServer();
  const create = () => server.call("POST", "/v1/conversations", { json: { conversationId: "ana-1", locale: "es" } });
  const answers = await Promise.all([create(), create(), create()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect((await create()).body).toMatchObject({ created: false, status: { turns: 1 } });
  const { body } = await server.call("GET", "/v1/conversations/ana-1");
  expect([body.state.session, body.state.metadata.language]).toEqual([{ locale: "es" }, "es"]);
});

it("a transfer is made over HTTP, with a button at the end", async () => {
  const server = await startServer();
  const created = await server.call("POST", "/v1/conversations", { json: {} });
  expect(created.status).toBe(201);
  expect(texts(created.body.messages)).toEqual(["Welcome!"]);
  const id = created.body.conversationId;
  expect(id).toMatch(/^[\w-]{22}$/);
  const asked = await server.say(id, "10 to Ann");
  expect(asked.status).toBe(200);
  expect(asked.body).toMatchObject({ turn: 2, duplicate: false, status: { waitingFor: "slot", turns: 2 } });
  const confirm = await server.say(id, "1234");
  expect(texts(confirm.body.messages)).toEqual(["Send 10 to Ann?"]);
  const [yes] = confirm.body.messages[0].ui.buttons;
  const done = await server.call("POST", `/v1/conversations/${id}/messages`, {
    json: { text: yes.label, command: yes.command },
  });
  expect(texts(done.body.messages)).toEqual(["Sent: R-1."]);
  expect(done.body.inspection.state.conversationState).toBe("idle");
});
