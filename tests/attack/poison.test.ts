import { describe } from "vitest";
import { isFull, tableOf } from "./attack-size.ts";
import { type AttackedStore, onAttackedStores } from "./on-attacked-stores.ts";
import { attackWithPoison } from "./poison-attack.ts";
import { checkPoison, everyPoison, repairFile } from "./poison-check.ts";
import { poisonFolder } from "./poison-folder.ts";
import { folderPorts, type Poison } from "./poison-ports.ts";

const hour = 3_600_000;

/** `npm test` tries these: one that kills, and those that need no restart. */
const few: Readonly<Record<Exclude<AttackedStore, "memory">, readonly Poison[]>> = {
  sqlite: [
    { port: "action", fault: "exit" },
    { port: "validator", fault: "never_settles" },
    { port: "normalizer", fault: "throwing_getters" },
    { port: "action", fault: "late_rejection" },
  ],
  postgres: [{ port: "validator", fault: "exit" }],
  redis: [
    { port: "action", fault: "huge_result" },
    { port: "validator", fault: "late_throw" },
  ],
};

describe("code of a folder that goes wrong stops nobody else", async () => {
  await onAttackedStores(["sqlite", "postgres", "redis"], {
    name: "soni serve",
    timeout: hour,
    async run(store, kind) {
      const table = tableOf("Poison");
      const result = await attackWithPoison({
        folder: await poisonFolder(null),
        store,
        servers: kind === "postgres" ? 2 : 1,
        poisons: isFull ? everyPoison(folderPorts) : few[kind as keyof typeof few],
        repairFile: await repairFile(),
      });
      checkPoison(kind, result, table);
    },
  });
});
