import { describe, expect, it } from "vitest";
import { type ChatPage, openChat } from "./chat-page.ts";
import type { Stage } from "./with-browser.ts";

/** As behind a proxy that does not know them. */
const noWebSockets = `
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor() {
      super("ws://127.0.0.1:9/");
    }
  };
`;

export function reconnectTests(stage: () => Stage): void {
  describe("a connection that breaks", () => {
    it("goes on in mid-flow after the server was restarted, with what was said meanwhile", async () => {
      const { browser, flights } = stage();
      const chat = await openChat(browser, flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await flights.stop();
      // Noticed without anything being said.
      const status = chat.page.getByRole("status").filter({ hasText: "No connection" });
      await status.waitFor();
      await chat.field.fill("December 20th");
      await chat.field.press("Enter");
      await flights.start();
      const last = chat.log.locator(".exchange").last();
      await last.and(chat.page.locator("[data-progress=done]")).waitFor();
      expect((await chat.lastReply()).join()).toContain("Which flight suits you?");
      await status.waitFor({ state: "detached" });
      expect((await chat.say("the second one")).join()).toContain("at 10:40, 1 in economy");
      // Once in the chat and once in the store: nothing was sent twice.
      expect(await chat.log.locator(".bubble.user", { hasText: "December 20th" }).count()).toBe(1);
    });

    it("works where no WebSocket gets through, and sends what was said just before a reload, once", async () => {
      const { browser, flights } = stage();
      const chat = await openChat(browser, flights.url, { script: noWebSockets });
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.page.route("**/messages", (route) => route.abort());
      await chat.field.fill("December 20th");
      await chat.field.press("Enter");
      await chat.page.getByRole("status").filter({ hasText: "No connection" }).waitFor();
      await chat.page.unroute("**/messages");
      await chat.page.reload();
      await expect.poll(async () => (await chat.lastReply()).join()).toContain("Which flight");
      expect(await chat.log.locator(".bubble.user", { hasText: "December 20th" }).count()).toBe(1);
    });

    it("is noticed when it comes back, also where nothing is said", async () => {
      const { browser, flights } = stage();
      const chat = await openChat(browser, flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      const status = chat.page.getByRole("status").filter({ hasText: "No connection" });
      await flights.stop();
      await status.waitFor();
      await flights.start();
      await status.waitFor({ state: "detached" });
      expect((await chat.say("December 20th")).join()).toContain("Which flight suits you?");
    });

    it("two windows of one conversation show at once what was said in either", async () => {
      const { browser, flights } = stage();
      const first = await openChat(browser, flights.url);
      await first.say("I'd like to fly from Madrid to Rome");
      const second = await openChat(browser, flights.url, { context: first.page.context() });
      expect(await second.lastReply()).toEqual(["When do you want to leave?"]);
      await second.say("December 20th");
      await expect.poll(async () => (await first.lastReply()).join()).toContain("Which flight suits you?");
      await first.say("the second one");
      await expect.poll(async () => (await second.lastReply()).join()).toContain("at 10:40, 1 in economy");
      const said = (chat: ChatPage) => chat.log.locator(".bubble").allInnerTexts();
      expect(await said(first)).toEqual(await said(second));
      expect([...first.errors, ...second.errors]).toEqual([]);
    });

    it("begins anew, and says so, where the conversation is gone", async () => {
      const { browser, shop } = stage();
      const chat = await openChat(browser, shop.url);
      await chat.pick("Buy a cup");
      const id = await chat.page.evaluate(`localStorage.getItem("soni:conversation:${shop.url}/")`);
      const deleted = await fetch(`${shop.url}/v1/conversations/${id}`, { method: "DELETE" });
      expect(deleted.status).toBe(204);
      await chat.log.getByRole("button", { name: "large" }).click();
      await chat.page.getByRole("status").filter({ hasText: "this is a new one" }).waitFor();
      expect(await chat.log.innerText()).toContain("Welcome to the shop.");
    });
  });
}
