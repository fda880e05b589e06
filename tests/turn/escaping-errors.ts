// Run by guard-process.test.ts in a process of its own: uncaught errors of a test belong to the test runner.
import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { guardProcess } from "../../src/runtime/guard-process.ts";
import { assistantOf } from "../support/dialogue.ts";

const [way = "", when = ""] = process.argv.slice(2);
const broken = (): never => {
  throw new Error(`broken ${way}`);
};

/** How code that was started by a call raises an error that nobody can catch. */
const ways: Readonly<Record<string, () => void>> = {
  timer: () => void setTimeout(broken, 1),
  interval: () => {
    const timer = setInterval(() => {
      clearInterval(timer);
      broken();
    }, 1);
  },
  immediate: () => void setImmediate(broken),
  tick: () => process.nextTick(broken),
  rejection: () => void Promise.reject(new Error(`broken ${way}`)),
  "late rejection": () => void setTimeout(async () => broken(), 1),
  emitter: () => {
    const emitter = new EventEmitter();
    emitter.on("news", broken);
    setTimeout(() => emitter.emit("news"), 1);
  },
  "error event": () => void setTimeout(() => new EventEmitter().emit("error", new Error(`broken ${way}`)), 1),
  stream: () => void Readable.from(["a"]).on("data", broken),
  file: () => void createReadStream("/no/such/file/broken file"),
  "abort listener": () => undefined,
};

const yaml = `
settings: { runtime: { host: direct }, limits: { turn_seconds: 20 } }
slots:
  city: { type: string, description: City, validator: own, prompt: "City?" }
flows:
  hello: { description: Hello, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, message: Hello! }] }
  place:
    description: Place
    trigger: { intents: [place] }
    steps: [{ step: where, type: collect, slot: city }, { step: said, type: say, message: "Noted." }]
  acting: { description: Acting, trigger: { intents: [act] }, steps: [{ step: go, type: action, call: act }] }
actions: { act: { description: Act } }
`;
const lines: object[] = [];
const guard = guardProcess({ log: (message, data) => lines.push({ message, ...data }) });
guard.onLateError((port) => lines.push({ counted: port }));
void guard.defect.then(() => lines.push({ defect: true }));
const raise = ways[way] ?? broken;
const soni = createSoni({
  assistant: assistantOf(yaml),
  validators: {
    own: () => {
      raise();
      return when === "after" ? true : new Promise<boolean>(() => undefined);
    },
  },
  actions: {
    act: (_, { signal }) => signal.addEventListener("abort", broken),
  },
});
const command =
  way === "abort listener"
    ? ({ type: "start_flow", flow: "acting" } as const)
    : ({ type: "start_flow", flow: "place", slots: { city: "Rome" } } as const);
if (way === "nobody's exception") setTimeout(broken, 1);
else if (way === "nobody's rejection") void Promise.reject(new Error(`broken ${way}`));
else {
  const { messages } = await soni.processMessage({ conversationId: "c", messageId: "m", text: "", command });
  lines.push({ said: messages.map(({ text }) => text) });
}
// The error comes in its own time.
const isTold = (): boolean => lines.some((line) => "error" in line);
for (let round = 0; round < 2_000 && !isTold(); round += 1) await new Promise((resolve) => setTimeout(resolve, 5));
await new Promise((resolve) => setImmediate(resolve));
const hello = { conversationId: "c", text: "", command: { type: "start_flow", flow: "hello" } } as const;
lines.push({ next: (await soni.processMessage(hello)).messages.map(({ text }) => text) });
await soni.close();
guard.release();
process.stdout.write(JSON.stringify(lines));
