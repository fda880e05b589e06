import type { Encoder } from "./encoder.ts";
import { openEncoderThreads } from "./encoder-threads.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openWasmEncoder } from "./wasm-encoder.ts";
import { wasmModel } from "./wasm-model.ts";
import type { MiniLmWeights } from "./weights.ts";
import { wordTables } from "./word-rows.ts";

/** The native runtime if it is installed, else our own kernel. */
export async function openEncoder(weights: MiniLmWeights, threads: number): Promise<Encoder> {
  const tables = wordTables(weights);
  const native = await openOnnxEncoder({ weights, tables, threads });
  if (native !== null) return native;
  const given = { tables, model: wasmModel(weights, threads) };
  return threads > 1 ? openEncoderThreads(given, threads) : openWasmEncoder({ ...given, index: 0 });
}
