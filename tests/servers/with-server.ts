import { describe, inject } from "vitest";
import type { ServerName } from "./global-setup.ts";

type Answer = { readonly url: string; readonly folder?: string } | { readonly missing: string };

/** What the whole run shares: the address of a server, or the path of a file. */
export async function askFor(name: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${inject("serversPort")}/${name}`);
  return (await response.json()) as Answer;
}

/**
 * Tests against the run's real server, whose files are in the folder. Where none can be started they are skipped, loudly; in CI that is a failure.
 */
export async function withServer(name: ServerName, tests: (url: string, folder: string) => void): Promise<void> {
  const answer = await askFor(name);
  if ("url" in answer) {
    tests(answer.url, answer.folder ?? "");
    return;
  }
  if ((process.env["CI"] ?? "") !== "") throw new Error(answer.missing);
  describe.skip(`NOT RUN, because there is no ${name} server: ${answer.missing}`, () => tests("", ""));
}
