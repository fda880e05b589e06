import { describe, expect, it } from "vitest";
import { openChat } from "./chat-page.ts";
import type { Stage } from "./with-browser.ts";

export function reconnectTests(stage: () => Stage): void {
  describe("a connection that breaks", () => {
    it("goes on in mid-flow after the server was restarted, with what was said meanwhile", async () => {
      const { browser, flights } = stage();
      const chat = await openChat(browser, flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await flights.stop();
      await chat.field.fill("December 20th");
      await chat.field.press("Enter");
      const status = chat.page.getByRole("status").filter({ hasText: "No connection" });
      await status.waitFor();
      await flights.start();
      const last = chat.log.locator(".exchange").last();
      await last.and(chat.page.locator("[data-progress=done]")).waitFor({ timeout: 60_000 });
      expect((await chat.lastReply()).join()).toContain("Which flight suits you?");
      await status.waitFor({ state: "detached" });
      expect((await chat.say("the second one")).join()).toContain("at 10:40, 1 in economy");
      // Once in the chat and once in the store: nothing was sent twice.
      expect(await chat.log.locator(".bubble.user", { hasText: "December 20th" }).count()).toBe(1);
    });

    it("sends what was said just before a reload, once", async () => {
      const { browser, flights } = stage();
      const chat = await openChat(browser, flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.page.route("**/messages", (route) => route.abort());
      await chat.field.fill("December 20th");
      await chat.field.press("Enter");
      await chat.page.getByRole("status").filter({ hasText: "No connection" }).waitFor();
      await chat.page.unroute("**/messages");
      await chat.page.reload();
      await expect.poll(async () => (await chat.lastReply()).join(), { timeout: 60_000 }).toContain("Which flight");
      expect(await chat.log.locator(".bubble.user", { hasText: "December 20th" }).count()).toBe(1);
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
