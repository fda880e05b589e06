import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openChat } from "./chat-page.ts";
import { startAssistant } from "./start-assistant.ts";
import type { Stage } from "./with-browser.ts";

export function devTests(stage: () => Stage): void {
  describe("an assistant that is being built", () => {
    it("shows what is wrong with an edit, answers as before it, and shows nothing once it is mended", async () => {
      const folder = await mkdtemp(join(tmpdir(), "soni-shop-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await cp(resolve(import.meta.dirname, "shop"), folder, { recursive: true });
      const server = await startAssistant(folder, [], "dev");
      onTestFinished(() => server.dispose());
      const file = join(folder, "soni.yaml");
      const good = await readFile(file, "utf8");
      const chat = await openChat(stage().browser, server.url);
      await chat.log.getByRole("article").first().waitFor();

      await writeFile(file, good.replace("type: categorical", "type: categorial"));
      const banner = chat.page.getByRole("alert");
      await banner.filter({ hasText: "The files have errors" }).waitFor();
      expect(await banner.innerText()).toMatch(/soni\.yaml:9:\d+ .*categorial/);
      expect(await chat.pick("Buy a cup")).toEqual(["Which size?"]);
      // Whoever comes later is told too.
      await chat.page.reload();
      await banner.filter({ hasText: "categorial" }).waitFor();

      await writeFile(file, good.replace("Is it a gift?", "Shall I wrap it?"));
      await banner.filter({ hasText: "The files have errors" }).waitFor({ state: "detached" });
      expect(await chat.pick("large")).toEqual(["Shall I wrap it?"]);
      expect(chat.errors).toEqual([]);
    });
  });
}
