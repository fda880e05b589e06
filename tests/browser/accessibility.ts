import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openChat } from "./chat-page.ts";
import type { Stage } from "./with-browser.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds that would keep someone from using the page. */
async function seriousProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(axePath, "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n")}`);
}

/** Wider than the window: someone would have to scroll sideways. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

export function accessibilityTests(stage: () => Stage): void {
  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    it("axe finds no serious problem in the chat and the inspector", async () => {
      const chat = await openChat(stage().browser, stage().flights.url, { colorScheme });
      await chat.page.getByRole("button", { name: "What can you do?" }).waitFor();
      expect(await seriousProblems(chat.page)).toEqual([]);
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("December 20th, for two people");
      await chat.log.getByRole("button", { name: /Why/ }).last().click();
      await chat.page.getByRole("region", { name: "Why did it say that?" }).waitFor();
      expect(await seriousProblems(chat.page)).toEqual([]);
    });

    it("axe finds no serious problem in cards and in the widget", async () => {
      const chat = await openChat(stage().browser, stage().shop.url, { colorScheme });
      await chat.log.getByRole("article").first().waitFor();
      expect(await seriousProblems(chat.page)).toEqual([]);
      await chat.page.goto(`${stage().shop.url}/widget-example.html`);
      await chat.page.getByRole("button", { name: "Open the chat" }).click();
      await chat.page.getByRole("button", { name: "Buy a cup" }).waitFor();
      expect(await seriousProblems(chat.page)).toEqual([]);
    });

    it("axe finds no serious problem in the page of the interface, which needs nothing but itself", async () => {
      const page = await stage().browser.newPage({ colorScheme });
      const loaded: string[] = [];
      const refused: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      page.on("console", (message) => refused.push(message.text()));
      await page.goto(`${stage().flights.url}/docs`);
      await page.getByText("/v1/conversations/{conversationId}/messages", { exact: true }).click();
      await page.getByRole("link", { name: "SendMessageInput" }).click();
      await page.getByRole("heading", { name: "SendMessageInput" }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(loaded.filter((path) => path !== "/favicon.ico")).toEqual(["/docs"]);
      expect(refused.filter((text) => !text.includes("404"))).toEqual([]);
      await page.setViewportSize({ width: 360, height: 640 });
      expect(await isTooWide(page)).toBe(false);
    });
  });

  describe("on a screen of 360 pixels", () => {
    it("a flight is booked without scrolling sideways, and the inspector takes the chat's place", async () => {
      const viewport = { width: 360, height: 640 };
      const chat = await openChat(stage().browser, stage().flights.url, { viewport, hasTouch: true });
      await chat.say("I'd like to fly from Madrid to Rome");
      await chat.say("December 20th, for two people");
      expect(await isTooWide(chat.page)).toBe(false);
      await chat.pick(/at 10:40/);
      expect((await chat.pick("Yes"))[0]).toMatch(/^Booked/);
      expect(await isTooWide(chat.page)).toBe(false);
      expect(await seriousProblems(chat.page)).toEqual([]);

      await chat.page.getByRole("button", { name: "Show inspector" }).click();
      const inspector = chat.page.getByRole("region", { name: "Inspector" });
      await inspector.getByRole("region", { name: "Slots" }).getByText("booking_reference").waitFor();
      expect(await chat.field.isVisible()).toBe(false);
      expect(await isTooWide(chat.page)).toBe(false);
      await inspector.getByRole("button", { name: "Back to the chat" }).click();
      expect(await chat.field.isVisible()).toBe(true);
    });

    it("a carousel scrolls within itself", async () => {
      const chat = await openChat(stage().browser, stage().shop.url, { viewport: { width: 360, height: 640 } });
      await chat.log.getByRole("article").first().waitFor();
      expect(await isTooWide(chat.page)).toBe(false);
    });
  });

  it("the keyboard alone is enough", async () => {
    const { page, log } = await openChat(stage().browser, stage().shop.url);
    const { keyboard } = page;
    await log.getByRole("article").first().waitFor();
    // The field has the focus; the buttons of the last message come before it.
    const plate = page.getByRole("button", { name: "Buy a plate" });
    await keyboard.press("Shift+Tab");
    for (let steps = 0; steps < 5 && !(await plate.evaluate((it) => it.matches(":focus"))); steps += 1) {
      await keyboard.press("Shift+Tab");
    }
    await keyboard.press("Enter");
    await log.getByText("A plate it is.").waitFor();
    await keyboard.type("I want a cup");
    await keyboard.press("Shift+Enter");
    await keyboard.type("please");
    await keyboard.press("Enter");
    await log.getByText("Which size?").waitFor();
    expect(await log.locator(".bubble.user").last().innerText()).toContain("I want a cup\nplease");
  });
}
