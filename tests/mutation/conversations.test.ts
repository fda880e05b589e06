import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Conversation, loadConversations, runConversation } from "../../src/testing/index.ts";
import { trailOf } from "./trail.ts";

// Every conversation again, on the direct host, with its trail: fast enough to be held once for each mutant. For
// the same reason the names are read by their indentation, and a file is parsed only when one of its conversations is held.
const folder = fileURLToPath(new URL("../conversations/", import.meta.url));
const parsed = new Map<string, Promise<readonly Conversation[]>>();

function namesIn(text: string): readonly string[] {
  const [, conversations = ""] = text.split(/^conversations:$/m);
  return [...conversations.matchAll(/^ {2}(\S[^\n]*?):(?: \{[^\n]*)?$/gm)].map(([, name = ""]) =>
    name.replace(/^(["'])(.*)\1$/, "$2"),
  );
}

async function hold(file: string, name: string): Promise<void> {
  const loaded = parsed.get(file) ?? loadConversations(join(folder, file));
  parsed.set(file, loaded);
  const conversation = (await loaded).find((candidate) => candidate.name === name);
  if (conversation === undefined) throw new Error(`${file} has no conversation '${name}'.`);
  const report = await runConversation(conversation, { host: "direct" });
  expect(report.failures.map(({ message }) => message)).toEqual([]);
  expect(trailOf(report)).toEqual(storedTrail(file, name));
}

/** The lines under the name of the conversation, up to the empty one. */
function storedTrail(file: string, name: string): readonly string[] {
  const lines = readFileSync(new URL(`./traces/${file.replace(".yaml", ".txt")}`, import.meta.url), "utf8").split("\n");
  const start = lines.indexOf(name) + 1;
  return lines.slice(start, lines.indexOf("", start));
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
  const names = namesIn(readFileSync(join(folder, file), "utf8"));
  describe(`${file} on the direct host`, () => {
    for (const name of names) it(name, () => hold(file, name));
    it("holds every conversation of the file", async () => {
      const all = await (parsed.get(file) ?? loadConversations(join(folder, file)));
      expect(all.map((conversation) => conversation.name)).toEqual(names);
    });
  });
}
