import { parentPort, workerData } from "node:worker_threads";
import type { Pieces } from "./encoder.ts";
import { openWasmEncoder, type WasmOptions } from "./wasm-encoder.ts";

/** A thread that computes one list of sentences at a time. */
const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");
const encoder = await openWasmEncoder(workerData as WasmOptions);
port.on("message", async (sentences: readonly Pieces[]) => port.postMessage(await encoder.encode(sentences)));
