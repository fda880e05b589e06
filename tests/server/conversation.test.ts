import { expect, it } from "vitest";
import { startServer } from "./start-server.ts";

const texts = (messages: readonly { readonly text: string }[]): readonly string[] => messages.map(({ text }) => text);

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
