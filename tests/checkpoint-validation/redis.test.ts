import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { createRedisStore } from "../../src/checkpoint/redis-store.ts";
import { withServer } from "../servers/with-server.ts";

const opened = new Map<BaseCheckpointSaver, () => Promise<void>>();
let places = 0;

await withServer("redis", (url) => {
  validate({
    checkpointerName: "redis",
    async createCheckpointer() {
      places += 1;
      const store = await createRedisStore({ url, prefix: `validation-${process.pid}-${places}` });
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
