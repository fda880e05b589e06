import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findChromium } from "./find-chromium.ts";
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

    it("makes each visitor a user of their own: in two browsers, neither sees anything of the other", async () => {
      const site = await startSite(`data-site-key="${siteKey}"`);
      const environment = { SONI_SITE_KEYS: `shop:${siteKey}:${site.origin}` };
      const server = await startAssistant("tests/browser/shop", [], "serve", environment);
      site.script = `${server.url}/widget.js`;
      const second = await launchAnother();
      const [ana, bob] = [await stage().browser.newPage(), await second.newPage()];
      try {
        for (const page of [ana, bob]) {
          await page.goto(site.origin);
          await page.getByRole("button", { name: "Open the chat" }).click();
          await page.getByText("Welcome to the shop.").waitFor();
        }
        await ana.getByRole("button", { name: "Buy a cup" }).click();
        await ana.getByText("Which size?").waitFor();

        const [hers, his] = [await keptBy(ana), await keptBy(bob)];
        expect(his.visitor.token).not.toBe(hers.visitor.token);
        expect(await statusIn(bob, his, { path: `/${hers.conversation}/transcript` })).toBe(404);
        expect(await statusIn(bob, his, { path: `/${his.conversation}/transcript` })).toBe(200);
        for (const method of ["GET", "DELETE"]) expect(await statusIn(bob, his, { path: "", method })).toBe(403);

        // The browser has kept the session and the server its secret: both come back to their own.
        await server.kill();
        await server.start();
        for (const page of [ana, bob]) {
          await page.reload();
          await page.getByRole("button", { name: "Open the chat" }).click();
          await page.getByText("Welcome to the shop.").waitFor();
        }
        await ana.getByText("Which size?").waitFor();
        expect(await bob.getByText("Which size?").count()).toBe(0);
        expect((await keptBy(ana)).conversation).toBe(hers.conversation);
      } finally {
        await second.close();
        await ana.close();
        site.close();
        await server.dispose();
      }
    });
  });
}

const siteKey = "site-0123456789abcdef";

async function launchAnother(): Promise<Browser> {
  const executablePath = await findChromium();
  if (typeof executablePath !== "string") throw new Error(executablePath.missing);
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

interface KeptByBrowser {
  readonly server: string;
  readonly conversation: string;
  readonly visitor: { readonly token: string };
}

/** The widget's entries in the storage of the page's origin. */
const keptBy = (page: Page): Promise<KeptByBrowser> =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith("soni:visitor:")) ?? "";
    const server = name.slice("soni:visitor:".length);
    return {
      server,
      conversation: localStorage.getItem(`soni:conversation:${server}`) ?? "",
      visitor: JSON.parse(localStorage.getItem(name) ?? "null"),
    };
  });

/** The answer to a script of the page that uses the visitor's token by itself. */
const statusIn = (
  page: Page,
  { server, visitor }: KeptByBrowser,
  { path, method = "GET" }: { readonly path: string; readonly method?: string },
): Promise<number> =>
  page.evaluate(
    async ([address, token, verb]) => {
      const { status } = await fetch(address, { method: verb, headers: { authorization: `Bearer ${token}` } });
      return status;
    },
    [`${server}v1/conversations${path}`, visitor.token, method] as const,
  );

/** Somebody's site, with the one line in its page that brings the widget. */
async function startSite(
  attributes = "",
): Promise<{ readonly origin: string; script: string; readonly close: () => void }> {
  const site = { script: "" };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>A site</title><script src="${site.script}" ${attributes} defer></script><h1>A site</h1>`,
    );
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
