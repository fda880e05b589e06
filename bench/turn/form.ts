import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FormContender } from "./process-protocol.ts";
import { type BenchSize, freshIds, inTurn, measure, withContenders } from "./rounds.ts";
import { turnsPerRound } from "./script.ts";
import { show, showRatio } from "./show.ts";
import type { RunningContender } from "./start-contender.ts";

/** Two rounds of the form. */
const early = { from: turnsPerRound, to: 3 * turnsPerRound };
const names: readonly FormContender[] = ["loop", "graph", "soni", "direct", "soniManyFlows", "directManyFlows"];

/** Late turns of one long conversation against early ones of fresh ones: whole rounds of the form, because its turns differ in cost. */
async function lateAndEarly(contender: RunningContender, { measured, longTurns }: BenchSize) {
  const window = 4 * turnsPerRound;
  await contender.run({ ids: ["long"], from: 0, to: longTurns });
  return inTurn(["late", "early"], { warmUp: 0, measured }, async (name, round) => {
    if (name === "early") return measure(contender, freshIds(`early-${round}`), early);
    const from = longTurns + round * window;
    return (await contender.run({ ids: ["long"], from, to: from + window })).microseconds / window;
  });
}

/** A form of five slots, filled again and again: what a turn costs, and that it costs the same in a large assistant and late. */
export async function compareForms(size: BenchSize): Promise<void> {
  const { cpu, lateSoni, lateDirect } = await withContenders(names, size.folder, async (contenders) => ({
    cpu: await inTurn(names, size, (name, round) => measure(contenders[name], freshIds(`${name}-${round}`), early)),
    lateSoni: await lateAndEarly(contenders.soni, size),
    lateDirect: await lateAndEarly(contenders.direct, size),
  }));

  const database = new DatabaseSync(join(size.folder, "soni.db"), { readOnly: true });
  const bytes = (sql: string): number => Number((database.prepare(sql).get("long") as { bytes: number }).bytes);
  const state = bytes("SELECT length(checkpoint) AS bytes FROM conversation WHERE conversation_id = ?");
  const turn = bytes("SELECT avg(length(transcript) + length(audit)) AS bytes FROM turn WHERE conversation_id = ?");
  database.close();

  const { loop, graph, soni, direct, soniManyFlows, directManyFlows } = cpu;
  console.log("\nA form of five slots");
  showRatio("direct host / hand-written loop", direct, loop, 6);
  showRatio("direct host / plain LangGraph", direct, graph);
  showRatio("LangGraph host / plain LangGraph", soni, graph, 0.4);
  showRatio("LangGraph host / hand-written loop", soni, loop);
  showRatio("1,000 flows / 10 flows, direct host", directManyFlows, direct, 1.1);
  showRatio("1,000 flows / 10 flows, LangGraph host", soniManyFlows, soni, 1.1);
  showRatio(`turn ${size.longTurns} / turn 10, direct host`, lateDirect.late, lateDirect.early, 1.1);
  showRatio(`turn ${size.longTurns} / turn 10, LangGraph host`, lateSoni.late, lateSoni.early, 1.1);
  show("state, KB", `${state} bytes`, state / 1024, 8);
  show("transcript and audit, KB a turn", `${turn.toFixed(0)} bytes`, turn / 1024, 2);
}
