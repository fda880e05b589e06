import { describe, it } from "vitest";
import { assertConversation, loadConversations } from "../../src/testing/index.ts";
import { freezingStore } from "../support/freezing-store.ts";
import { conversationFiles, pathOf } from "./conversation-files.ts";

for (const file of conversationFiles) {
  // A file that can't be read fails alone, under its own name.
  const loaded = await loadConversations(pathOf(file)).catch((error: unknown) => error);
  describe(file, () => {
    if (!Array.isArray(loaded)) {
      it("can be read", () => {
        throw loaded;
      });
      return;
    }
    for (const conversation of loaded)
      it(conversation.name, () => assertConversation(conversation, { store: freezingStore() }));
  });
}
