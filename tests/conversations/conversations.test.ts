import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isTest = (file: string): boolean => /^(tests\/conversations|examples\/[^/]+\/tests)\/.*\.ya?ml$/.test(file);
const files = ["tests/conversations", "examples"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter(isTest)
  .sort();

for (const file of files) {
  // A file that can't be read fails alone, under its own name.
  const loaded = await loadConversations(relative(process.cwd(), join(root, file))).catch((error: unknown) => error);
  describe(file, () => {
    if (!Array.isArray(loaded)) {
      it("can be read", () => {
        throw loaded;
      });
      return;
    }
    for (const conversation of loaded) it(conversation.name, () => assertConversation(conversation));
  });
}
