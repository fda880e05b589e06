import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../cli/run-cli.ts";
import { chosen, isFull, type tableOf } from "./attack-size.ts";
import { faults } from "./poison-assistant/misbehave.ts";
import type { PoisonResult } from "./poison-attack.ts";
import type { Poison, PoisonPort } from "./poison-ports.ts";

/** Every port with every fault, or what `SONI_ATTACK_PORTS` and `SONI_ATTACK_FAULTS` name. */
export const everyPoison = (ports: readonly PoisonPort[]): readonly Poison[] =>
  chosen("SONI_ATTACK_PORTS", ports).flatMap((port) =>
    chosen("SONI_ATTACK_FAULTS", faults).map((fault) => ({ port, fault })),
  );

/** Milliseconds; a process that spins is given five seconds to show a sign of life before it is ended. */
const mostOutage = (poison: Poison): number => (poison.fault === "endless_loop" ? 10_000 : 5_000);

/** Prints and checks what is the same for all: nothing lost, nothing doubled, nobody away for long. */
export function checkPoison(
  title: string,
  { rows, neighbours, problems }: PoisonResult,
  table: ReturnType<typeof tableOf>,
): void {
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

/** Where no file is yet: with one, the code is repaired. */
export const repairFile = async (): Promise<string> => join(await temporaryFolder(), "repaired");
