import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Command } from "../../src/engine/commands/command.ts";
import { openSoni } from "../../src/runtime/open-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createServer, type ServerOptions } from "../../src/server/app.ts";
import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";

const folder = join(import.meta.dirname, "../../examples/flight_booking");
/** A Monday. */
const now = Date.parse("2026-11-16T10:00:00+01:00");

/** The meaning of each thing that a customer says. */
export const bookingScript: Readonly<Record<string, readonly Command[]>> = {
  "I want to book a flight": [{ type: "start_flow", flow: "book_flight" }],
  "from Madrid": [{ type: "set_slot", slot: "origin", value: "Madrid" }],
  Rome: [{ type: "set_slot", slot: "destination", value: "Rome" }],
  "on December 20th, two of us": [
    { type: "set_slot", slot: "departure_date", value: "December 20th" },
    { type: "set_slot", slot: "passengers", value: 2 },
  ],
  "the second one": [{ type: "set_slot", slot: "flight", value: "2" }],
  yes: [{ type: "affirm" }],
};

/** What a customer says to book a flight, and what is said to them at the end. */
export const booking = ["I want to book a flight", "from Madrid", "Rome", "on December 20th, two of us"];
export const booked = /^Booked\. Your code is BK-\d+\. Have a good flight!$/;

export interface Flights {
  readonly url: string;
  readonly soni: Soni;
}

/** The example of the README, over HTTP, with two users. */
export async function startFlights(options: Omit<ServerOptions, "soni" | "assistant"> = {}): Promise<Flights> {
  const { soni, assistant } = await openSoni(folder, {
    store: "memory",
    understander: scriptedUnderstander(bookingScript),
    clock: { now: () => now },
  });
  const app = await createServer({ soni, assistant, web: null, ...options });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await soni.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, soni };
}
