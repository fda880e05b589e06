import { validate } from "@langchain/langgraph-checkpoint-validation";
import { createMemoryStore } from "../../src/checkpoint/memory-store.ts";

const initializer = {
  checkpointerName: "memory",
  createCheckpointer: () => createMemoryStore().saver({ history: "full" }),
};

validate(initializer);
