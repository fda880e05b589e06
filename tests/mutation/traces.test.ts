import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { loadConversations, runConversation } from "../../src/testing/index.ts";
import { trailOf } from "./trail.ts";

// What users rely on in every conversation, exactly. Update with `vitest run tests/mutation/traces.test.ts -u`, and read the diff.
const folder = fileURLToPath(new URL("../conversations/", import.meta.url));

for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
  it(`${file} leaves the same trail as ever`, async () => {
    const trails: string[] = [];
    for (const conversation of await loadConversations(join(folder, file))) {
      const report = await runConversation(conversation, { host: "direct" });
      trails.push(conversation.name, ...trailOf(report), "");
    }
    await expect(trails.join("\n")).toMatchFileSnapshot(`./traces/${file.replace(".yaml", ".txt")}`);
  });
}
