// CPU per turn, as ratios in one run. Absolute figures depend on the machine; the ratios hardly do.
// --quick runs a tenth of it; --only form, correction or booking runs that part.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareBookings } from "./booking/booking.ts";
import { compareCorrection } from "./correction.ts";
import { compareForms } from "./form.ts";
import { type BenchSize, conversations } from "./rounds.ts";

const parts: Readonly<Record<string, (size: BenchSize) => Promise<void>>> = {
  form: compareForms,
  correction: compareCorrection,
  booking: compareBookings,
};
const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
const only = values.only;
if (only !== undefined && !Object.hasOwn(parts, only))
  throw new Error(`No part '${only}'; there are ${Object.keys(parts).join(", ")}.`);

const folder = mkdtempSync(join(tmpdir(), "soni-bench-"));
/** As a server that has been up for a while: V8 goes on compiling for some 15,000 turns. */
const size: BenchSize = values.quick
  ? { warmUp: 5, measured: 20, longTurns: 200, folder }
  : { warmUp: 100, measured: 60, longTurns: 1000, folder };
console.log(
  `CPU per turn, Node ${process.version}, median of ${size.measured} rounds of ${conversations} conversations, each contender in its own process`,
);
for (const [name, compare] of Object.entries(parts)) if (only === undefined || only === name) await compare(size);
console.log(`\nload average at the end: ${loadavg()[0]?.toFixed(1)}`);
rmSync(folder, { recursive: true, force: true });
