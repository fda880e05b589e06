import { parentPort, workerData } from "node:worker_threads";
import type { FlowInScope, UnderstandingContext } from "../understander.ts";
import { createEngine } from "./engine.ts";
import { openVectors } from "./vectors/open-vectors.ts";
import type { FromWorker, NamedContext, ToWorker, WorkerOptions } from "./worker-protocol.ts";

/** Assistants whose flows are kept; older ones are sent again when they come back. */
const keptAssistants = 8;

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

function fullContext(context: NamedContext): UnderstandingContext {
  const known = definitions.get(context.assistantHash);
  const find = (name: string): readonly FlowInScope[] => {
    const flow = known?.get(name);
    return flow === undefined ? [] : [flow];
  };
  return {
    ...context,
    flows: context.flows.flatMap(find),
    active: context.active === null ? null : (find(context.active)[0] ?? null),
    paused: context.paused.flatMap(find),
  };
}
