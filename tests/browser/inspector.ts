import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openChat } from "./chat-page.ts";
import { startAssistant } from "./start-assistant.ts";
import type { Stage } from "./with-browser.ts";

const pictures = resolve(import.meta.dirname, "../../docs/images");

export function inspectorTests(stage: () => Stage): void {
  describe("the inspector", () => {
    it("shows the diagram, the stack, slots with where they came from, commands, events and times", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("December 20th, for two people");
      const inspector = chat.page.getByRole("region", { name: "Inspector" });
      const part = (name: string) => inspector.getByRole("region", { name, exact: true });

      await part("Stack").getByText("choose").waitFor();
      expect(await part("Stack").innerText()).toMatch(/book_flight\s+active\s+choose/);
      expect(await part("Slots").locator("[data-slot=origin]").innerText()).toMatch(/origin\s+Madrid\s+user, turn 2/);
      expect(await part("Slots").locator("[data-slot=passengers]").innerText()).toMatch(/2\s+user, turn 3/);
      expect(await part("Slots").locator("[data-slot=cabin]").innerText()).toMatch(/economy\s+default/);
      expect(await part("Slots").locator("[data-slot=flights]").innerText()).toContain("action search_flights");
      expect(await part("Commands").innerText()).toContain("set_slot slot=departure_date");
      expect(await part("Trace").innerText()).toContain("slot_asked flow=book_flight step=choose");
      expect(await part("Trace").getByRole("time").getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(await part("Time per stage").innerText()).toMatch(/understand\s+[\d.]+ ms/);
      expect(await part("Time per stage").innerText()).toMatch(/execute\s+[\d.]+ ms/);
      expect(await part("Time per stage").innerText()).toContain("action search_flights");

      const mark = (step: string) => inspector.locator(`.step[data-step=${step}]`).getAttribute("data-mark");
      expect(await mark("choose")).toBe("current");
      expect(await Promise.all(["ask_origin", "ask_date", "search"].map(mark))).toEqual(["done", "done", "done"]);
      expect(await mark("book")).toBe("none");
      // Lines are drawn after the steps that they connect.
      await expect.poll(() => inspector.locator(".react-flow__edge.taken").count()).toBe(5);
      expect(chat.errors).toEqual([]);
    });

    it("goes back through past turns, and shows refused commands", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.say("book a flight to Rome");
      await chat.say("from Atlantis");
      await chat.say("Madrid");
      const inspector = chat.page.getByRole("region", { name: "Inspector" });
      await inspector.getByText("Turn 4 of 4").waitFor();
      await inspector.getByRole("button", { name: "Earlier turn" }).click();
      await inspector.getByText("Turn 3 of 4").waitFor();
      expect(await inspector.locator("[data-slot=origin]").count()).toBe(0);
      expect(await inspector.locator("[data-result=refused]").first().innerText()).toContain("refused: slot.invalid");
      await inspector.getByRole("slider", { name: "Turn" }).focus();
      await chat.page.keyboard.press("End");
      await inspector.getByText("Turn 4 of 4").waitFor();
      expect(await inspector.locator("[data-slot=origin]").innerText()).toContain("Madrid");
    });

    it("says why anything was said", async () => {
      const chat = await openChat(stage().browser, stage().flights.url);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("wait, look up booking BK-7");
      const why = chat.page.getByRole("region", { name: "Why did it say that?" });
      const ask = (text: string | RegExp) =>
        chat.log.locator(".line", { hasText: text }).last().getByRole("button", { name: /Why/ }).click();

      await ask("Back to: book a flight");
      await expect.poll(() => why.innerText()).toContain("It is the system text flow_resumed");
      expect(await why.innerText()).toContain("flow_resumed flow=book_flight");
      await ask("BK-7 is confirmed");
      await expect.poll(() => why.innerText()).toContain("Step tell of the flow check_booking says this.");
      expect(await why.innerText()).toContain("The user had said “wait, look up booking BK-7”.");
      expect(await why.innerText()).toContain("start_flow flow=check_booking");
      const reason = chat.page.locator(".step[data-reason=true]");
      expect(await reason.getAttribute("data-step")).toBe("tell");
      expect(chat.errors).toEqual([]);
    });

    it("is not there for customers, and neither is its code", async () => {
      const token = "a-token-of-a-customer-0123456789";
      process.env["SONI_TOKENS"] = `ana:${token}`;
      const guarded = await startAssistant("tests/browser/shop").finally(() => delete process.env["SONI_TOKENS"]);
      try {
        const closed = await openChat(stage().browser, guarded.url);
        await closed.page.getByLabel("Token").fill(token);
        await closed.page.getByRole("button", { name: "Continue" }).click();
        await closed.log.getByText("Welcome to the shop.").waitFor();

        const chat = await openChat(stage().browser, `${guarded.url}/#token=${token}`);
        const loaded: string[] = [];
        chat.page.on("request", (request) => loaded.push(request.url()));
        expect(await chat.pick("Buy a cup")).toEqual(["Which size?"]);
        expect(await chat.page.getByRole("button", { name: /inspector|Why/ }).count()).toBe(0);
        expect(loaded.filter((url) => url.includes("inspector"))).toEqual([]);
        expect(chat.page.url()).not.toContain(token);
      } finally {
        await guarded.dispose();
      }
    });

    it.runIf((process.env["SONI_UPDATE_PICTURE"] ?? "") !== "")("has its picture taken for the README", async () => {
      const chat = await openChat(stage().browser, stage().flights.url, { viewport: { width: 1400, height: 860 } });
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("December 20th, for two people");
      await chat.say("the second one");
      await chat.say("wait, look up booking BK-7");
      await chat.say("make it three people");
      await chat.page.getByRole("region", { name: "Stack" }).getByText("check").waitFor();
      await chat.page.mouse.move(5, 5);
      await mkdir(pictures, { recursive: true });
      await chat.page.screenshot({ path: `${pictures}/chat-and-inspector.png`, animations: "disabled", caret: "hide" });
    });
  });
}
