import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-cli.ts";
import { attackClient } from "./attack-client.ts";
import { chosen, isFull, tableOf } from "./attack-size.ts";
import { type AttackedStore, onAttackedStores } from "./on-attacked-stores.ts";
import { faults, poisonWord } from "./poison-assistant/misbehave.ts";
import { attackWithPoison, type PoisonResult } from "./poison-attack.ts";
import { migratedFolder, poisonFolder, programSettings } from "./poison-folder.ts";
import { folderPorts, migrationPorts, type Poison, type PoisonPort, programPorts } from "./poison-ports.ts";
import { startSoniServer } from "./soni-server.ts";

const hour = 3_600_000;

/** Every port with every fault, or what `SONI_ATTACK_PORTS` and `SONI_ATTACK_FAULTS` name. */
const everyPoison = (ports: readonly PoisonPort[]): readonly Poison[] =>
  chosen("SONI_ATTACK_PORTS", ports).flatMap((port) =>
    chosen("SONI_ATTACK_FAULTS", faults).map((fault) => ({ port, fault })),
  );

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

/** Milliseconds; a process that spins is given five seconds to show a sign of life before it is ended. */
const mostOutage = (poison: Poison): number => (poison.fault === "endless_loop" ? 10_000 : 5_000);

/** Prints and checks what is the same for all: nothing lost, nothing doubled, nobody away for long. */
function check(title: string, { rows, neighbours, problems }: PoisonResult, table: ReturnType<typeof tableOf>): void {
  for (const { poison, end, tries, outage, problems: found } of rows) {
    table.push({
      run: title,
      port: poison.port,
      fault: poison.fault,
      ends: end,
      tries,
      outage: `${(outage / 1000).toFixed(1)} s`,
      problems: found.length,
    });
  }
  table.push({
    run: title,
    port: "all",
    fault: "",
    ends: `${neighbours.reduce((sum, { sent }) => sum + sent, 0)} messages of neighbours`,
    tries: "",
    outage: `${(Math.max(...neighbours.map(({ longestWait }) => longestWait)) / 1000).toFixed(1)} s`,
    problems: neighbours.flatMap((each) => each.problems).length + problems.length,
  });
  const late = rows.filter(({ poison, outage }) => outage > mostOutage(poison)).map(({ poison }) => poison);
  expect.soft(rows.flatMap((row) => row.problems)).toEqual([]);
  expect.soft(neighbours.flatMap((each) => each.problems)).toEqual([]);
  expect.soft(neighbours.every(({ sent }) => sent > 0)).toBe(true);
  expect.soft(problems).toEqual([]);
  // How soon a program is back is its process manager's business.
  if (isFull && !title.includes("program")) expect.soft(late).toEqual([]);
}

const repairFile = async (): Promise<string> => join(await temporaryFolder(), "repaired");

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
      check(kind, result, table);
    },
  });
});

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
      check(`${kind}, program`, result, table);
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
      check(`${kind}, migration`, result, table);
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
    check("sqlite, isolated", result, table);
    expect(result.listeners.before).not.toEqual([]);
    expect(result.listeners.after).toEqual(result.listeners.before);
  });
});
