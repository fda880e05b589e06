// Run by guard-process.test.ts in a process of its own: uncaught errors of a test belong to the test runner.
import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { guardProcess } from "../../src/runtime/guard-process.ts";
import { assistantOf } from "../support/dialogue.ts";

/** Both given by the test: how the error is raised, and whether the call is over by then. */
type When = "during" | "after";

/** How code that was started by a call raises an error that nobody can catch. */
const ways: Readonly<Record<string, (broken: () => never) => void>> = {
  timer: (broken) => void setTimeout(broken, 1),
  interval: (broken) => {
    const timer = setInterval(() => {
      clearInterval(timer);
      broken();
    }, 1);
  },
  immediate: (broken) => void setImmediate(broken),
  tick: (broken) => process.nextTick(broken),
  rejection: (broken) => void (async () => broken())(),
  "late rejection": (broken) => void setTimeout(async () => broken(), 1),
  emitter: (broken) => {
    const emitter = new EventEmitter();
    emitter.on("news", broken);
    setTimeout(() => emitter.emit("news"), 1);
  },
  "error event": () => void setTimeout(() => new EventEmitter().emit("error", new Error("broken error event")), 1),
  stream: (broken) => void Readable.from(["a"]).on("data", broken),
  file: () => void createReadStream("/no/such/file/broken file"),
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

/** The guard's notes, the user's reply, and whether the conversation continued. */
async function play(way: string, when: When): Promise<readonly object[]> {
  const broken = (): never => {
    throw new Error(`broken ${way}`);
  };
  const lines: object[] = [];
  const guard = guardProcess({ log: (message, data) => lines.push({ message, ...data }) });
  guard.onLateError((port) => lines.push({ counted: port }));
  void guard.defect.then(() => lines.push({ defect: true }));
  const soni = createSoni({
    assistant: assistantOf(yaml),
    validators: {
      own: () => {
        ways[way]?.(broken);
        return when === "after" ? true : new Promise<boolean>(() => undefined);
      },
    },
    actions: { act: (_, { signal }) => signal.addEventListener("abort", broken) },
  });
  const start = (flow: string) => ({ type: "start_flow", flow, slots: { city: "Rome" } }) as const;
  const say = async (flow: string): Promise<readonly string[]> => {
    const message = { conversationId: "c", messageId: flow, text: "", command: start(flow) };
    return (await soni.processMessage(message)).messages.map(({ text }) => text);
  };
  if (way === "nobody's exception") setTimeout(broken, 1);
  else if (way === "nobody's rejection") void (async () => broken())();
  else lines.push({ said: await say(way === "abort listener" ? "acting" : "place") });
  // The error comes in its own time.
  const isTold = (): boolean => lines.some((line) => "error" in line);
  for (let round = 0; round < 2_000 && !isTold(); round += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setImmediate(resolve));
  lines.push({ next: await say("hello") });
  await soni.close();
  guard.release();
  return lines;
}

const [when, ...wanted] = process.argv.slice(2);
const played: Record<string, readonly object[]> = {};
for (const way of wanted) played[way] = await play(way, when as When);
process.stdout.write(JSON.stringify(played));
