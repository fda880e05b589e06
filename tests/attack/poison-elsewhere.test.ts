import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-cli.ts";
import { attackClient } from "./attack-client.ts";
import { isFull, tableOf } from "./attack-size.ts";
import { onAttackedStores } from "./on-attacked-stores.ts";
import { poisonWord } from "./poison-assistant/misbehave.ts";
import { attackWithPoison } from "./poison-attack.ts";
import { checkPoison, everyPoison, repairFile } from "./poison-check.ts";
import { migratedFolder, poisonFolder, programSettings } from "./poison-folder.ts";
import { folderPorts, migrationPorts, type Poison, programPorts } from "./poison-ports.ts";
import { startSoniServer } from "./soni-server.ts";

const hour = 3_600_000;

/** What `npm test` tries. */
const fewOfPrograms: readonly Poison[] = [
  { port: "command", fault: "throwing_getters" },
  { port: "stack_limit", fault: "never_settles" },
  { port: "knowledge_base", fault: "huge_result" },
  { port: "understander", fault: "never_settles" },
  { port: "observer", fault: "late_throw" },
  { port: "log", fault: "late_rejection" },
  { port: "writing_model", fault: "throwing_getters" },
  { port: "action_runner", fault: "late_rejection" },
  { port: "check", fault: "late_throw" },
];

describe("code of a program that goes wrong stops nobody else", async () => {
  await onAttackedStores(isFull ? ["sqlite", "postgres", "redis"] : ["sqlite"], {
    name: "a program with a process manager",
    timeout: 2 * hour,
    async run(store, kind) {
      const table = tableOf("Poison in a program");
      const result = await attackWithPoison({
        folder: await poisonFolder(programSettings),
        store,
        program: "program-server.ts",
        servers: kind === "postgres" ? 2 : 1,
        poisons: isFull ? everyPoison(programPorts) : fewOfPrograms,
        repairFile: await repairFile(),
      });
      checkPoison(`${kind}, program`, result, table);
    },
  });
});

describe("a migration that goes wrong stops nobody else", async () => {
  await onAttackedStores(isFull ? ["sqlite", "postgres", "redis"] : ["sqlite"], {
    name: "soni serve, migrations",
    timeout: hour,
    async run(store, kind) {
      const table = tableOf("Poison in a migration");
      const poisons: readonly Poison[] = isFull
        ? everyPoison(migrationPorts)
        : [
            { port: "migration", fault: "throwing_getters" },
            { port: "migration", fault: "late_throw" },
          ];
      const before = await startSoniServer({ folder: await poisonFolder(null), store });
      for (const { port, fault } of poisons) {
        const start = { type: "start_flow", flow: "wait", slots: { item: poisonWord(port, fault) } };
        await attackClient(before.url).begin(`${port}-${fault}`, [[start]]);
      }
      await before.stop();
      const result = await attackWithPoison({
        folder: await migratedFolder(),
        store,
        servers: kind === "postgres" ? 2 : 1,
        poisons,
        repairFile: await repairFile(),
      });
      checkPoison(`${kind}, migration`, result, table);
    },
  });
});

describe("code in a process of its own", () => {
  it("leaves the server's process alone, whatever it does", { timeout: hour }, async () => {
    const table = tableOf("Poison in a process of its own");
    const result = await attackWithPoison({
      folder: await poisonFolder("settings: { actions: { isolate: true } }"),
      isIsolated: true,
      store: join(await temporaryFolder(), "soni.db"),
      servers: 1,
      poisons: isFull
        ? everyPoison(folderPorts)
        : [
            { port: "action", fault: "exit" },
            { port: "validator", fault: "late_throw" },
          ],
      repairFile: await repairFile(),
    });
    checkPoison("sqlite, isolated", result, table);
    expect(result.listeners.before).not.toEqual([]);
    expect(result.listeners.after).toEqual(result.listeners.before);
  });
});
