import { isInstalled, peers } from "../peers.ts";
import type { BookingContenderName } from "../process-protocol.ts";
import { type BenchSize, conversations, freshIds, inTurn, withContenders } from "../rounds.ts";
import { showRatio } from "../show.ts";
import { messages } from "./script.ts";

const peerNames = Object.keys(peers) as (keyof typeof peers)[];
const names: readonly BookingContenderName[] = [
  "bookingLoop",
  "bookingDirect",
  "bookingSoni",
  "bookingGraph",
  ...peerNames.filter(isInstalled),
];

/** Six turns of a fresh conversation, with a confirmation and an action. Each contender must have booked every time. */
export async function compareBookings(size: BenchSize): Promise<void> {
  const cpu = await withContenders(names, size.folder, (contenders) =>
    inTurn(names, size, async (name, round) => {
      // As many turns in a round as the form has.
      const ids = freshIds(`${name}-${round}`, 3 * conversations);
      const { microseconds, effects } = await contenders[name].run({ ids, from: 0, to: messages.length });
      if (effects !== ids.length) throw new Error(`'${name}' booked ${effects} of ${ids.length} flights`);
      return microseconds / (ids.length * messages.length);
    }),
  );
  const { bookingLoop, bookingDirect, bookingSoni, bookingGraph } = cpu;
  console.log("\nA booking in six turns, with confirmation and action");
  showRatio("direct host / hand-written loop", bookingDirect, bookingLoop, 6);
  showRatio("LangGraph host / plain LangGraph", bookingSoni, bookingGraph, 0.4);
  showRatio("LangGraph host / hand-written loop", bookingSoni, bookingLoop);
  showRatio("plain LangGraph / hand-written loop", bookingGraph, bookingLoop);
  for (const name of peerNames) {
    if (isInstalled(name)) showRatio(`${peers[name].title} / hand-written loop`, cpu[name], bookingLoop);
    else console.log(`     skipped: ${peers[name].title} (npm ci in bench/peers)`);
  }
}
