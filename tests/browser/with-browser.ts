import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { TestServer } from "../servers/server-process.ts";
import { findChromium } from "./find-chromium.ts";
import { buildPage, startAssistant } from "./start-assistant.ts";

export interface Stage {
  readonly browser: Browser;
  readonly flights: TestServer;
  readonly shop: TestServer;
}

/**
 * Tests in a real browser, with two assistants to talk to. Without a browser they are skipped, loudly; in CI that is a
 * failure.
 */
export async function withBrowser(tests: (stage: () => Stage) => void): Promise<void> {
  const executablePath = await findChromium();
  if (typeof executablePath !== "string") {
    if ((process.env["CI"] ?? "") !== "") throw new Error(executablePath.missing);
    describe.skip(`NOT RUN, because there is no browser: ${executablePath.missing}`, () =>
      tests(() => {
        throw new Error(executablePath.missing);
      }));
    return;
  }
  describe("in Chromium", () => {
    let stage: Stage | null = null;
    beforeAll(async () => {
      buildPage();
      const [browser, flights, shop] = await Promise.all([
        // Chromium's sandbox does not work for root.
        chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] }),
        startAssistant("examples/flight_booking"),
        startAssistant("tests/browser/shop"),
      ]);
      // A limit only ends what hangs.
      browser.on("context", (context) => context.setDefaultTimeout(120_000));
      stage = { browser, flights, shop };
    });
    afterEach(async () => {
      await Promise.all((stage?.browser.contexts() ?? []).map((context) => context.close()));
    });
    afterAll(async () => {
      await stage?.browser.close();
      await Promise.all([stage?.flights.dispose(), stage?.shop.dispose()]);
    });
    tests(() => {
      if (stage === null) throw new Error("The browser has not started.");
      return stage;
    });
  });
}
