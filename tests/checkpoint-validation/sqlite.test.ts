import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { createSqliteStore } from "../../src/checkpoint/sqlite-store.ts";

const opened = new Map<BaseCheckpointSaver, () => Promise<void>>();

const initializer = {
  checkpointerName: "sqlite",
  createCheckpointer() {
    const folder = mkdtempSync(join(tmpdir(), "soni-validation-"));
    const store = createSqliteStore({ path: join(folder, "soni.db"), synchronous: "normal" });
    const saver = store.saver({ history: "full" });
    opened.set(saver, async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });
    return saver;
  },
  async destroyCheckpointer(saver: BaseCheckpointSaver) {
    await opened.get(saver)?.();
    opened.delete(saver);
  },
};

validate(initializer);
