import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import type { LabelledMessage } from "./labelled-messages.ts";
import { withFlows } from "./many-flows.ts";

/** Runs in a process of its own, so that memory and start-up are those of one understander. */
export interface Plan {
  /** A file of labelled messages. */
  readonly rows: string;
  readonly cacheDirectory: string;
  /** Numbers of flows, taken in turn from message to message. */
  readonly flows: readonly number[];
  /** Every n-th message; 0 for none. */
  readonly every: number;
}

export interface Measured {
  /** Milliseconds from the start of the understander. */
  readonly loaded: number;
  readonly firstAnswer: number;
  /** Processor time until then, all threads: what does not depend on who else is busy. */
  readonly firstAnswerWork: number;
  /** Milliseconds a message, by number of flows. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** How long the event loop was held, doing nothing and while understanding. */
  readonly idle: Held;
  readonly busy: Held;
  /** Megabytes. */
  readonly resident: number;
  readonly peak: number;
}

/** Milliseconds, the longest of all ticks. */
interface Held {
  /** By the clock, which on a busy machine is mostly waiting for a processor. */
  readonly clock: number;
  /** By the processor time of this thread: what our own work took. */
  readonly work: number;
}

async function measure(plan: Plan): Promise<Measured> {
  const messages = JSON.parse(readFileSync(plan.rows, "utf8")) as readonly LabelledMessage[];
  const started = performance.now();
  const startedWork = process.cpuUsage();
  const understander = createEmbeddedUnderstander({ cacheDirectory: plan.cacheDirectory });
  await understander.ready();
  const loaded = performance.now() - started;
  const [first] = messages;
  if (first === undefined) throw new Error("There are no messages.");
  const contexts = plan.flows.flatMap((count) =>
    [first, messages.at(-1) ?? first].map(({ context }) => withFlows(context, count)),
  );
  let firstAnswer = 0;
  let firstAnswerWork = 0;
  // Every assistant has been met before messages are timed; telling its flows must not hold the event loop either.
  const meeting = await longestHold(async () => {
    for (const [index, context] of contexts.entries()) {
      await understander.understand({ message: index === 0 ? first.message : "is anybody there", context });
      if (index > 0) continue;
      const { user, system } = process.cpuUsage(startedWork);
      firstAnswer = performance.now() - started;
      firstAnswerWork = (user + system) / 1_000;
    }
  });
  const idle = await longestHold(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const times: Record<string, number[]> = {};
  const chosen = messages.filter((_, index) => plan.every > 0 && index % plan.every === 0);
  const busy = await longestHold(async () => {
    for (const [index, { message, context }] of chosen.entries()) {
      const count = plan.flows[index % plan.flows.length] ?? 20;
      const request = { message, context: withFlows(context, count) };
      const before = performance.now();
      await understander.understand(request);
      const list = times[count] ?? [];
      times[count] = [...list, performance.now() - before];
    }
  });
  const resident = process.memoryUsage().rss / 2 ** 20;
  await understander.close();
  return {
    loaded,
    firstAnswer,
    firstAnswerWork,
    times,
    idle,
    busy: { clock: Math.max(busy.clock, meeting.clock), work: Math.max(busy.work, meeting.work) },
    resident,
    peak: process.resourceUsage().maxRSS / 2 ** 10,
  };
}

async function longestHold(task: () => Promise<void>): Promise<Held> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let work = 0;
  let before = threadTime();
  const ticks = setInterval(() => {
    const now = threadTime();
    work = Math.max(work, now - before);
    before = now;
  }, 1);
  delay.enable();
  await task();
  delay.disable();
  clearInterval(ticks);
  return { clock: delay.max / 1e6, work };
}

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

if (import.meta.main) console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "") as Plan)));
