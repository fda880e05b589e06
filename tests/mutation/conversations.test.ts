import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";

// Every conversation again, on the direct host: fast enough to be held once for each mutant.
const folder = fileURLToPath(new URL("../conversations/", import.meta.url));

for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
  const conversations = await loadConversations(join(folder, file));
  describe(`${file} on the direct host`, () => {
    for (const conversation of conversations)
      it(conversation.name, () => assertConversation(conversation, { host: "direct" }));
  });
}
