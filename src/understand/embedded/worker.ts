import { parentPort, workerData } from "node:worker_threads";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { createEngine } from "./engine.ts";
import { openVectors } from "./vectors/open-vectors.ts";
import {
  type FromWorker,
  keptAssistants,
  type NamedContext,
  type ToWorker,
  type WorkerOptions,
} from "./worker-protocol.ts";

const keptScopes = 64;

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");
const options = workerData as WorkerOptions;
const engine = openVectors(options).then((vectors) => createEngine(vectors));
const definitions = new Map<string, Map<string, FlowInScope>>();
const send = (message: FromWorker): void => port.postMessage(message);

port.on("message", (message: ToWorker) => {
  if (message.kind === "flows") remember(message.assistantHash, message.flows);
  else void answer(message);
});
void engine.then(() => send({ kind: "ready" }));

function remember(assistantHash: string, flows: readonly FlowInScope[]): void {
  const known = definitions.get(assistantHash) ?? new Map<string, FlowInScope>();
  definitions.delete(assistantHash);
  definitions.set(assistantHash, known);
  for (const flow of flows) known.set(flow.name, flow);
  const [oldest] = definitions.keys();
  if (definitions.size > keptAssistants && oldest !== undefined) definitions.delete(oldest);
}

async function answer({ id, message, context }: Extract<ToWorker, { kind: "understand" }>): Promise<void> {
  try {
    const result = await (await engine).understand({ message, context: fullContext(context) });
    send({ kind: "understood", id, result });
  } catch (error) {
    send({ kind: "failed", id, error: error instanceof Error ? error.message : String(error) });
  }
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
