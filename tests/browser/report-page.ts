import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const images = join(import.meta.dirname, "../../docs/images");
const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface OpenedReport {
  open(colorScheme: "light" | "dark", width?: number): Promise<Page>;
  /** A picture for the docs, from one heading to another; null: the top or the end of the page. */
  picture(
    colorScheme: "light" | "dark",
    name: string,
    part: readonly [from: string | null, to: string | null],
  ): Promise<void>;
}

/** A report in a browser, for the tests of this block. */
export function openReport(html: () => Promise<string>, executablePath: string): OpenedReport {
  const folder = join(tmpdir(), `soni-report-${process.pid}`);
  const file = join(folder, "report.html");
  let browser: Browser;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(file, await html());
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open: OpenedReport["open"] = async (colorScheme, width = 1120) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    return page;
  };
  return {
    open,
    async picture(colorScheme, name, [from, to]) {
      const page = await open(colorScheme);
      const top = (title: string) =>
        page.evaluate<number>(
          `[...document.querySelectorAll("h2")].find((each) => each.textContent === "${title}").parentElement.getBoundingClientRect().top`,
        );
      const start = from === null ? 0 : await top(from);
      const end = to === null ? await page.evaluate<number>("document.body.scrollHeight") : await top(to);
      const clip = { x: 0, y: Math.max(0, start - 20), width: 1120, height: end - start };
      await page.screenshot({ path: join(images, name), fullPage: true, clip });
      await page.context().close();
    },
  };
}

async function seriousProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(axePath, "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n")}`);
}

/** What holds for every report. */
export function describeReport({ open }: OpenedReport): void {
  it.each(["light", "dark"] as const)("has no serious problem for anybody in %s colours", async (colorScheme) => {
    const page = await open(colorScheme);
    expect(await seriousProblems(page)).toEqual([]);
    await page.context().close();
  });

  it.each([1120, 700, 390])("fits a window of %i pixels", async (width) => {
    const page = await open("light", width);
    expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
      true,
    );
    await page.context().close();
  });

  it("prints on white paper, with everything unfolded", async () => {
    const page = await open("dark");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
    await page.context().close();
  });
}
