import { describe, expect, it } from "vitest";
import { openChat } from "./chat-page.ts";
import type { Stage } from "./with-browser.ts";

export function conversationTests(stage: () => Stage): void {
  describe("a conversation", () => {
    it("books a flight by typing, with an interruption, a question and a correction on the way", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      expect(await chat.say("I'd like to fly from Madrid to Rome")).toEqual(["When do you want to leave?"]);
      expect((await chat.say("December 20th, for two people")).join()).toContain("Which flight suits you?");
      expect((await chat.say("the second one")).join()).toContain("at 10:40, 2 in economy, 230 euros in all");
      expect((await chat.say("wait, look up booking BK-7"))[0]).toContain("BK-7 is confirmed");
      expect((await chat.say("what luggage can I take?")).join()).toContain("one bag for the cabin");
      expect((await chat.say("make it three people")).join()).toContain("345 euros in all");
      expect(await chat.say("yes please")).toEqual([expect.stringMatching(/^Booked\. Your code is BK-\d+/)]);
      expect(chat.errors).toEqual([]);
    });

    it("books a flight by buttons, which disappear once they are of no use", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.pick("What can you do?");
      expect(await chat.say("I want to fly from Lisbon to London tomorrow")).toEqual([
        expect.stringContaining("Which flight suits you?"),
      ]);
      const reply = await chat.pick(/SO\d+ at 10:40/);
      expect(reply.join()).toContain("Lisbon to London");
      expect(await chat.log.locator(".choice", { hasText: "at 10:40" }).count()).toBe(0);
      // Whoever uses the keyboard goes on in the field, not at the top of the page.
      await expect.poll(() => chat.field.evaluate((it) => it.matches(":focus"))).toBe(true);
      expect((await chat.pick("Yes"))[0]).toMatch(/^Booked/);
      expect(await chat.log.locator(".bubble.user").last().innerText()).toContain("Yes");
      expect(await chat.log.locator(".choice").count()).toBe(0);
      expect(chat.errors).toEqual([]);
    });

    it("says that a person has the conversation, and gives it back by a button", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("I want to talk to a person");
      await expect.poll(() => chat.page.locator(".status").innerText()).toContain("passed to a person");
      await chat.page.getByRole("button", { name: "Continue with the assistant" }).click();
      await expect.poll(() => chat.lastReply()).toContain("When do you want to leave?");
      await expect.poll(() => chat.page.locator(".status").innerText()).toBe("");
      expect(chat.errors).toEqual([]);
    });

    it("shows the transcript after a reload and goes on", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.page.reload();
      await expect.poll(() => chat.log.innerText()).toContain("I'd like to fly from Madrid to Rome");
      expect(await chat.lastReply()).toEqual(["When do you want to leave?"]);
      expect((await chat.say("December 20th")).join()).toContain("Which flight suits you?");
      await chat.page.getByRole("button", { name: "New conversation" }).click();
      await expect.poll(() => chat.log.innerText()).not.toContain("Madrid");
      expect(chat.errors).toEqual([]);
    });

    it("shows images, cards, a carousel and quick replies, and picking one sends its command", async () => {
      const chat = await openChat(stage().browser, stage().shop.url);
      const picture = chat.log.getByRole("img", { name: "Our shop" });
      await picture.waitFor();
      expect(await picture.evaluate((image) => image.decode().then(() => true))).toBe(true);
      expect(await chat.log.getByRole("link").getAttribute("href")).toBe("https://shop.example/map");
      expect(await chat.log.getByRole("article").allInnerTexts()).toEqual([
        expect.stringContaining("Holds coffee."),
        expect.stringContaining("Holds cake."),
      ]);
      expect(await chat.pick("Buy a cup")).toEqual(["Which size?"]);
      expect(await chat.pick("large")).toEqual(["Is it a gift?"]);
      expect(await chat.pick("Wrap it")).toEqual(["A large cup, gift: yes."]);
      expect(chat.errors).toEqual([]);
    });

    it("says why a message was refused, and takes the next one", async () => {
      const chat = await openChat(stage().browser, stage().shop.url);
      await chat.log.getByRole("article").first().waitFor();
      // The page itself allows no message of this length.
      await chat.field.evaluate((field) => field.removeAttribute("maxlength"));
      await chat.field.fill("a".repeat(2001));
      await chat.field.press("Enter");
      await chat.log.getByText("This message is too long.").waitFor();
      expect(await chat.pick("Buy a plate")).toEqual(["A plate it is."]);
    });
  });
}
