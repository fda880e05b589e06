import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startAssistant } from "./start-assistant.ts";
import type { Stage } from "./with-browser.ts";

export function widgetTests(stage: () => Stage): void {
  describe("the widget", () => {
    it("talks in the corner of a page, and is still there after a reload", async () => {
      const page = await stage().browser.newPage();
      await page.goto(`${stage().shop.url}/widget-example.html`);
      await page.getByRole("button", { name: "Open the chat" }).click();
      const log = page.getByRole("log");
      await log.getByRole("img", { name: "Our shop" }).waitFor();
      await log.getByRole("button", { name: "Buy a cup" }).click();
      await log.getByRole("button", { name: "small" }).click();
      await log.getByRole("button", { name: "No thanks" }).click();
      await log.getByText("A small cup, gift: no.").waitFor();

      await page.reload();
      await page.getByRole("button", { name: "Open the chat" }).click();
      await log.getByText("A small cup, gift: no.").waitFor();
      await page.getByLabel("Your message").fill("I want a plate");
      await page.keyboard.press("Enter");
      await log.getByText("A plate it is.").waitFor();

      await page.keyboard.press("Escape");
      expect(await log.isVisible()).toBe(false);
      expect(await page.getByRole("button", { name: "Open the chat" }).evaluate((it) => it.matches(":focus"))).toBe(
        true,
      );
      await page.close();
    });

    it("works on the pages of an origin that the server lists, and on no other", async () => {
      const sites = await Promise.all([startSite(), startSite()]);
      const [listed, other] = sites;
      const server = await startAssistant("tests/browser/shop", ["--origin", listed.origin]);
      for (const site of sites) site.script = `${server.url}/widget.js`;
      const page = await stage().browser.newPage();
      try {
        await page.goto(listed.origin);
        await page.getByRole("button", { name: "Open the chat" }).click();
        await page.getByText("Welcome to the shop.").waitFor();
        await page.goto(other.origin);
        await page.getByRole("button", { name: "Open the chat" }).click();
        await page.getByRole("status").filter({ hasText: "No connection" }).waitFor();
        expect(await page.getByText("Welcome to the shop.").count()).toBe(0);
      } finally {
        await page.close();
        for (const site of sites) site.close();
        await server.dispose();
      }
    });
  });
}

/** Somebody's site, with the one line in its page that brings the widget. */
async function startSite(): Promise<{ readonly origin: string; script: string; readonly close: () => void }> {
  const site = { script: "" };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>A site</title><script src="${site.script}" defer></script><h1>A site</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
