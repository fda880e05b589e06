// One contender in a process of its own: none pays for another's garbage, heap or compiled code.
import { join } from "node:path";
import type { Airline } from "./booking/airline.ts";
import { type BookingAssistant, bookingContender } from "./booking/booking-contender.ts";
import type { Contender } from "./contender.ts";
import { peers } from "./peers.ts";
import type { Answer, ContenderName, Task } from "./process-protocol.ts";

const [name, folder] = process.argv.slice(2) as [ContenderName, string];
const path = join(folder, `${name}.db`);

const form = async (flows: number, host: "langgraph" | "direct") =>
  (await import("./soni-contender.ts")).soniContender(path, flows, host);

async function soniBooking(host: "langgraph" | "direct") {
  const booking = await import("./booking/soni-booking.ts");
  return bookingContender((airline) => booking.soniBooking(path, host, airline));
}

async function peerBooking(peer: keyof typeof peers) {
  const module: { open(path: string, airline: Airline): BookingAssistant } = await import(peers[peer].module.href);
  return bookingContender((airline) => module.open(path, airline));
}

const contenders: Readonly<Record<ContenderName, () => Promise<Contender>>> = {
  loop: async () => (await import("./loop-contender.ts")).loopContender(path),
  graph: async () => (await import("./graph-contender.ts")).graphContender(),
  soni: () => form(10, "langgraph"),
  direct: () => form(10, "direct"),
  soniManyFlows: () => form(1000, "langgraph"),
  directManyFlows: () => form(1000, "direct"),
  longForm: async () => (await import("./long-form-contender.ts")).longFormContender(path),
  bookingLoop: async () => {
    const { loopBooking } = await import("./booking/loop-booking.ts");
    return bookingContender((airline) => loopBooking(path, airline));
  },
  bookingGraph: async () => bookingContender((await import("./booking/graph-booking.ts")).graphBooking),
  bookingDirect: () => soniBooking("direct"),
  bookingSoni: () => soniBooking("langgraph"),
  bookingXState: () => peerBooking("bookingXState"),
  bookingBotFramework: () => peerBooking("bookingBotFramework"),
};
const contender = await contenders[name]();

async function run({ ids, from, to }: Task): Promise<void> {
  for (const id of ids) for (let turn = from; turn < to; turn += 1) await contender.turn(id, turn);
}

process.on("message", async (task: Task) => {
  const effectsBefore = contender.effects?.() ?? 0;
  const before = process.cpuUsage();
  await run(task);
  const { user, system } = process.cpuUsage(before);
  const answer: Answer = {
    microseconds: user + system,
    effects: (contender.effects?.() ?? 0) - effectsBefore,
  };
  await contender.forget?.(task.ids);
  process.send?.(answer);
});
process.once("disconnect", async () => {
  await contender.close();
  process.exit(0);
});
