import { AsyncLocalStorage } from "node:async_hooks";
import { parentPort, workerData } from "node:worker_threads";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { createEngine as createOurEngine, type Engine } from "./engine.ts";
import type { EngineInput, EngineResult } from "./engine-input.ts";
import { openPatience, type Patience } from "./patience.ts";
import { safeAnswer } from "./safe-answer.ts";
import { withMemory } from "./vectors/memory-vectors.ts";
import type { Vectors } from "./vectors/open-vectors.ts";
import { createPortVectors, VectorsMissing } from "./vectors/port-vectors.ts";
import type { SentenceVectors } from "./vectors/sentence-vectors.ts";
import {
  type FromWorker,
  keptAssistants,
  type NamedContext,
  type ReadBy,
  type ToWorker,
  type WorkerOptions,
} from "./worker-protocol.ts";

const keptScopes = 64;
/** Vectors of messages that each reader keeps: 1.5 KB each. */
const keptMessages = 256;
/** Milliseconds. A late yes about vectors is worth less than a quick no. */
const probePatience = 1_000;

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");
const options = workerData as WorkerOptions;
const createEngine =
  options.engine === undefined
    ? createOurEngine
    : ((await import(options.engine)) as { readonly createEngine: typeof createOurEngine }).createEngine;
const send = (message: FromWorker): void => port.postMessage(message);

/** Whose vectors are asked for: a message that has been answered must stop asking. */
const asking = new AsyncLocalStorage<Patience>();
const remote = createPortVectors();
const keywords = createEngine(null, options.weights);
let hasModel = options.vectors;
let engine = openEngine();

port.on("message", (message: ToWorker) => {
  switch (message.kind) {
    case "flows":
      remember(message.assistantHash, message.flows);
      break;
    case "vectors":
      remote.connect(message.port);
      break;
    case "read":
      void answer(message);
      break;
    case "probe":
      void probe(message.id);
      break;
    default:
      message satisfies never;
  }
});
send({ kind: "ready" });

async function answer({ id, message, context, by }: Extract<ToWorker, { kind: "read" }>): Promise<void> {
  try {
    const input = { message, context: fullContext(context) };
    const read =
      by === "keywords" ? { result: await keywords.understand(input), by } : await readWithVectors(id, input, engine);
    send({ kind: "read", id, ...read });
  } catch (error) {
    send({ kind: "failed", id, error: error instanceof Error ? error.message : String(error) });
  }
}

interface Read {
  readonly result: EngineResult;
  readonly by: ReadBy;
}

/** Without vectors in time the message is read by keywords, and the answer says so. */
async function readWithVectors(id: number, input: EngineInput, used: PreparedEngine): Promise<Read> {
  if (!hasModel) return { result: await keywords.understand(input), by: "engine" };
  const patience = openPatience({
    ...options,
    onPreparing: () => send({ kind: "preparing", id }),
    onPrepared: () => send({ kind: "prepared", id }),
  });
  try {
    const reading = asking.run(patience, async () => {
      if (!used.isPrepared(input)) await patience.blocking(() => used.prepare(input));
      return used.understand(input);
    });
    return await Promise.race([reading.then(byEngine), patience.over, plainAnswer(input, patience)]);
  } catch (error) {
    if (!(error instanceof VectorsMissing)) throw error;
    if (error.why === "no_model") hasModel = false;
    // The preparation that used them has failed too, and the engine keeps its result.
    if (error.why === "ended" && engine === used) engine = openEngine();
    return { result: await keywords.understand(input), by: hasModel ? "keywords" : "engine" };
  } finally {
    patience.close();
  }
}

interface PreparedEngine extends Engine {
  isPrepared(input: EngineInput): boolean;
  /** Makes the engine ready for the flows in scope: of a thousand that takes seconds, and no message is to blame. */
  prepare(input: EngineInput): Promise<void>;
}

/** Any words will do that have to be compared with every flow. */
const anyWords = "something about the weather";

function openEngine(): PreparedEngine {
  const opened = createEngine(hasModel ? remoteVectors() : null, options.weights);
  const scopesOf = new WeakMap<readonly FlowInScope[], Set<string | null>>();
  return {
    understand: (input) => opened.understand(input),
    isPrepared: ({ context: { flows, active } }) => scopesOf.get(flows)?.has(active?.name ?? null) === true,
    async prepare({ context }) {
      const scope = { ...context, awaiting: { kind: "message" }, history: [] } as const;
      await opened.understand({ message: anyWords, context: scope });
      const active = scopesOf.get(context.flows) ?? new Set();
      scopesOf.set(context.flows, active.add(context.active?.name ?? null));
    },
  };
}

const byEngine = (result: EngineResult): Read => ({ result, by: "engine" });

/** While the model is being loaded, a plain answer to the open question need not wait for it. */
async function plainAnswer(input: EngineInput, { slow }: Patience): Promise<Read> {
  await slow;
  const result = await keywords.understand(input);
  return safeAnswer(result, input) === null ? new Promise(() => undefined) : { result, by: "keywords" };
}

async function probe(id: number): Promise<void> {
  const limits = { patience: probePatience, preparation: probePatience };
  const patience = openPatience({ ...limits, onPreparing: () => undefined, onPrepared: () => undefined });
  try {
    const asked = hasModel ? remote.opened().then(() => remote.embed("messages", ["ready"])) : null;
    await Promise.race([asked, patience.over]);
    send({ kind: "alive", id, vectors: true });
  } catch (error) {
    // Without the package of the model keywords are all there is, and enough.
    send({ kind: "alive", id, vectors: error instanceof VectorsMissing && error.why === "no_model" });
  } finally {
    patience.close();
  }
}

function remoteVectors(): Vectors {
  // What is said again and again need not wait for the model, which is busy with the messages of others.
  return { messages: withMemory(sentenceVectors("messages"), keptMessages), texts: sentenceVectors("texts") };
}

function sentenceVectors(of: keyof Vectors): SentenceVectors {
  return {
    get model() {
      return remote.model()?.model ?? "";
    },
    get dimensions() {
      return remote.model()?.dimensions ?? 0;
    },
    async embed(texts) {
      const patience = asking.getStore();
      if (of === "messages") patience?.throwIfOver();
      const prepare = <Value>(work: Promise<Value>): Promise<Value> => patience?.preparing(work) ?? work;
      if (remote.model() === null) await prepare(remote.opened());
      const work = remote.embed(of, texts);
      return of === "texts" ? prepare(work) : work;
    },
  };
}

const definitions = new Map<string, Map<string, FlowInScope>>();

function remember(assistantHash: string, flows: readonly FlowInScope[]): void {
  const known = definitions.get(assistantHash) ?? new Map<string, FlowInScope>();
  definitions.delete(assistantHash);
  definitions.set(assistantHash, known);
  for (const flow of flows) known.set(flow.name, flow);
  const [oldest] = definitions.keys();
  if (definitions.size > keptAssistants && oldest !== undefined) definitions.delete(oldest);
}

/** The same names give the same array, so that what was prepared for it is found again. */
const scopes = new Map<string, readonly FlowInScope[]>();

function scopeOf(context: NamedContext, find: (name: string) => readonly FlowInScope[]): readonly FlowInScope[] {
  const key = `${context.assistantHash}\n${context.flows}`;
  const known = scopes.get(key);
  if (known !== undefined) return known;
  const flows = context.flows === "" ? [] : context.flows.split("\n").flatMap(find);
  const [oldest] = scopes.keys();
  if (scopes.size >= keptScopes && oldest !== undefined) scopes.delete(oldest);
  scopes.set(key, flows);
  return flows;
}

function fullContext(context: NamedContext): UnderstandingContext {
  const known = definitions.get(context.assistantHash);
  const find = (name: string): readonly FlowInScope[] => {
    const flow = known?.get(name);
    return flow === undefined ? [] : [flow];
  };
  return {
    ...context,
    flows: scopeOf(context, find),
    active: context.active === null ? null : (find(context.active)[0] ?? null),
    paused: context.paused.flatMap(find),
  };
}
