import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import type { FlowInScope, UnderstandingContext } from "../../src/understand/understander.ts";
import { readLabelledMessages } from "../../tests/understanding/labelled-messages.ts";

/** Latency, memory, start-up and the longest hold of the event loop, with 20 and with 1,000 flows in scope. */
const folder = join(import.meta.dirname, "../../tests/understanding");
const messages = ["flight-booking.yaml", "banking.yaml"].flatMap((name) => readLabelledMessages(join(folder, name)));
const verbs =
  "order cancel review rent repair deliver collect print insure renew inspect clean paint ship store pack sign measure translate scan".split(
    " ",
  );
const things =
  "pizza parcel contract bicycle roof garden invoice passport sofa laptop kitchen window carpet boat tent piano fence lamp mirror engine shelf bridge statue jacket sandal helmet camera drone puzzle kettle blender toaster heater ladder hammer drill basket candle barrel violin trumpet rocket saddle anchor paddle pillow blanket curtain".split(
    " ",
  );
const strangers: readonly FlowInScope[] = verbs.flatMap((verb) =>
  things.map((thing) => ({
    name: `${verb}_${thing}`,
    description: `${verb} a ${thing}`,
    examples: [`I want to ${verb} my ${thing}`],
    slots: [],
  })),
);

const cacheDirectory = mkdtempSync(join(tmpdir(), "soni-latency-"));
try {
  await measure(20, "cold");
  const few = await measure(20, "cached");
  await measure(1000, "cold");
  const many = await measure(1000, "cached");
  console.log(`1,000 flows take ${(many / few).toFixed(2)} times as long as 20`);
} finally {
  rmSync(cacheDirectory, { recursive: true });
}

async function measure(flows: number, label: string): Promise<number> {
  const started = performance.now();
  const understander = createEmbeddedUnderstander({ cacheDirectory });
  const [first] = messages;
  if (first === undefined) throw new Error("no labelled messages");
  await understander.understand({ message: "hello there, who are you", context: widened(first.context, flows) });
  await understander.understand({ message: "I want to book something", context: widened(first.context, flows) });
  const ready = performance.now() - started;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  const busy = process.threadCpuUsage();
  delay.enable();
  for (const { message, context } of messages.filter((_, index) => index % 2 === 0)) {
    const before = performance.now();
    await understander.understand({ message, context: widened(context, flows) });
    times.push(performance.now() - before);
  }
  delay.disable();
  const used = process.threadCpuUsage(busy);
  const mainThread = (used.user + used.system) / 1000 / times.length;
  await understander.close();
  times.sort((left, right) => left - right);
  const at = (share: number): number => times[Math.floor(share * times.length)] ?? 0;
  const memory = process.memoryUsage().rss / 2 ** 20;
  console.log(
    `${flows} flows, ${label}: ready ${ready.toFixed(0)} ms, p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, main thread ${mainThread.toFixed(2)} ms a message, event loop held at most ${(delay.max / 1e6).toFixed(1)} ms (p99 ${(delay.percentile(99) / 1e6).toFixed(1)}), ${memory.toFixed(0)} MB resident`,
  );
  return at(0.5);
}

function widened(context: UnderstandingContext, count: number): UnderstandingContext {
  return {
    ...context,
    assistantHash: `${context.assistantHash} ${count}`,
    flows: [...context.flows, ...strangers.slice(0, count - context.flows.length)],
  };
}
