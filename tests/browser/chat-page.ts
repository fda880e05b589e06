import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";

/** The chat as a person uses it: by what it shows and says, not by how it is built. */
export interface ChatPage {
  readonly page: Page;
  readonly log: Locator;
  readonly field: Locator;
  /** Says it and waits for the answer; returns the messages of the answer. */
  say(text: string): Promise<readonly string[]>;
  /** Picks a button and waits for the answer. */
  pick(label: string | RegExp): Promise<readonly string[]>;
  /** What the assistant said last. */
  lastReply(): Promise<readonly string[]>;
  /** What went wrong in the page so far. */
  readonly errors: readonly string[];
}

interface ChatOptions extends BrowserContextOptions {
  /** Another window of this one. */
  readonly context?: BrowserContext;
  /** Runs before the page's own. */
  readonly script?: string;
}

export async function openChat(browser: Browser, url: string, options: ChatOptions = {}): Promise<ChatPage> {
  const { context: given, script, ...others } = options;
  const context =
    given ?? (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...others }));
  const page = await context.newPage();
  if (script !== undefined) await page.addInitScript(script);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(url);
  // Its transcript is there, or the page asks for a token.
  await page.locator(".status[data-phase=open], .sign-in").waitFor({ state: "attached" });
  const log = page.getByRole("log");
  const field = page.getByLabel("Your message");
  const exchanges = log.locator(".exchange");
  const lastReply = (): Promise<string[]> => exchanges.last().locator(".bubble.assistant").allInnerTexts();
  const answered = async (act: () => Promise<void>): Promise<readonly string[]> => {
    const before = await exchanges.count();
    await act();
    // The answer is there once there is one exchange more, and it is no longer waiting.
    await exchanges.nth(before).and(page.locator("[data-progress=done]")).waitFor();
    return lastReply();
  };
  return {
    page,
    log,
    field,
    errors,
    lastReply,
    say: (text) =>
      answered(async () => {
        await field.fill(text);
        await field.press("Enter");
      }),
    pick: (label) => answered(() => log.getByRole("button", { name: label }).and(page.locator(".button")).click()),
  };
}
