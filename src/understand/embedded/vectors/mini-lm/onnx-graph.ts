import type { OnnxGraph, OnnxNode, OnnxTensor } from "./onnx-file.ts";
import { type MiniLmWeights, numbersOf, shape, type Tensor } from "./weights.ts";

const { layers, width, heads } = shape;
/** The number of the type in ONNX. */
const float = 1;
type Attributes = NonNullable<OnnxNode["attributes"]>;

/** MiniLM for one sentence: the rows of its pieces in, the vectors of its tokens out. */
export function miniLmGraph({ tensor }: MiniLmWeights): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [];
  const constant = (values: OnnxTensor["values"], ...dims: readonly number[]): string => {
    const name = `c${constants.length}`;
    constants.push({ name, dims: dims.length === 0 ? [values.length] : dims, values });
    return name;
  };
  const dims = (...values: readonly number[]): string => constant(BigInt64Array.from(values, BigInt));
  const call = (type: string, inputs: readonly string[], attributes: Attributes = {}): string => {
    const output = `n${nodes.length}`;
    nodes.push({ type, inputs, outputs: [output], attributes });
    return output;
  };
  /** The runtime computes what does not depend on the input once, when it reads the graph. */
  const numbers = (name: string): string => {
    const { bits, rows, width } = tensor(name);
    return call("Cast", [constant(bits, ...(rows === 1 ? [width] : [rows, width]))], { to: float });
  };

  const multiply = (rows: string, name: string): string => {
    const given = tensor(`${name}.weight`);
    const { weights, scales } = inBlocks(given);
    const [blocks, output] = [given.width / blockSize, `n${nodes.length}`];
    nodes.push({
      type: "MatMulNBits",
      domain: "com.microsoft",
      inputs: [rows, constant(weights, given.rows, blocks, blockSize), constant(scales)],
      outputs: [output],
      attributes: { K: given.width, N: given.rows, bits: 8, block_size: blockSize, accuracy_level: inIntegers },
    });
    return call("Add", [output, numbers(`${name}.bias`)]);
  };
  const normalise = (rows: string, name: string): string =>
    call("LayerNormalization", [rows, numbers(`${name}.weight`), numbers(`${name}.bias`)]);

  const [byHead, flat] = [dims(-1, heads, width / heads), dims(-1, width)];
  const sharpness = constant(Float32Array.of(1 / Math.sqrt(width / heads)));
  const attend = (rows: string, self: string): string => {
    const ofHeads = (name: string, perm: readonly number[]): string =>
      call("Transpose", [call("Reshape", [multiply(rows, `${self}.${name}`), byHead])], { perm });
    const scores = call("MatMul", [ofHeads("query", [1, 0, 2]), ofHeads("key", [1, 2, 0])]);
    const shares = call("Softmax", [call("Mul", [scores, sharpness])]);
    const mixed = call("MatMul", [shares, ofHeads("value", [1, 0, 2])]);
    return call("Reshape", [call("Transpose", [mixed], { perm: [1, 0, 2] }), flat]);
  };

  let rows = normalise("rows", "embeddings.LayerNorm");
  for (let index = 0; index < layers; index++) {
    const layer = `encoder.layer.${index}`;
    const attended = multiply(attend(rows, `${layer}.attention.self`), `${layer}.attention.output.dense`);
    rows = normalise(call("Add", [rows, attended]), `${layer}.attention.output.LayerNorm`);
    const widened = call("Gelu", [multiply(rows, `${layer}.intermediate.dense`)]);
    rows = normalise(call("Add", [rows, multiply(widened, `${layer}.output.dense`)]), `${layer}.output.LayerNorm`);
  }
  return { nodes, constants, input: { name: "rows", width }, output: { name: rows, width } };
}

const blockSize = 32;
/** Of the runtime's levels: rows are multiplied as integers of 8 bits too, with a scale for each block of them. */
const inIntegers = 4;
const largest = 127;
/** The integer that means nothing. */
const zero = 128;

/** Weights of 8 bits, with a scale for each block of a row. */
function inBlocks(tensor: Tensor): { readonly weights: Uint8Array; readonly scales: Float32Array } {
  const values = numbersOf(tensor);
  const weights = new Uint8Array(values.length);
  const scales = new Float32Array(values.length / blockSize);
  for (let block = 0; block < scales.length; block++) {
    const start = block * blockSize;
    let most = 0;
    for (let at = start; at < start + blockSize; at++) most = Math.max(most, Math.abs(values[at] ?? 0));
    const scale = most / largest || 1;
    scales[block] = scale;
    for (let at = start; at < start + blockSize; at++) weights[at] = zero + Math.round((values[at] ?? 0) / scale);
  }
  return { weights, scales };
}
