import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { createPostgresStore } from "../../src/checkpoint/postgres-store.ts";
import { withServer } from "../servers/with-server.ts";

const opened = new Map<BaseCheckpointSaver, () => Promise<void>>();
let places = 0;

await withServer("postgres", (url) => {
  validate({
    checkpointerName: "postgres",
    async createCheckpointer() {
      places += 1;
      const store = await createPostgresStore({ url, schema: `validation_${process.pid}_${places}`, connections: 2 });
      const saver = store.saver({ history: "full" });
      opened.set(saver, () => store.close());
      return saver;
    },
    async destroyCheckpointer(saver: BaseCheckpointSaver) {
      await opened.get(saver)?.();
      opened.delete(saver);
    },
  });
});
