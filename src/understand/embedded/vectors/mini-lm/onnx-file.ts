/** Writes the ONNX format, a protobuf: the few messages of it that a model needs, with their field numbers. */

/** In parts, so that megabytes of weights are copied once only. */
type Bytes = readonly Uint8Array[];

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** 16-bit integers are the bits of 16-bit floats. */
  readonly values: Float32Array | Uint16Array | Uint8Array | BigInt64Array;
}

export interface OnnxNode {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Of the operators that are not those of ONNX itself. */
  readonly domain?: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxTensor[];
  /** Tables of floats with any number of rows. */
  readonly input: { readonly name: string; readonly width: number };
  readonly output: { readonly name: string; readonly width: number };
}

const irVersion = 9;
/** By domain: ONNX itself, and what its runtime adds. */
const operatorSets = new Map([
  ["", 20],
  ["com.microsoft", 1],
]);
const elementTypes = { float: 1, uint8: 2, int64: 7, float16: 10 } as const;
const attributeTypes = { int: 2, ints: 7 } as const;

export function onnxFile({ nodes, constants, input, output }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map((node) => field(1, nodeOf(node))),
    field(2, text("mini-lm")),
    ...constants.map((constant) => field(5, tensorOf(constant))),
    field(11, tableOf(input)),
    field(12, tableOf(output)),
  ];
  const operators = [...operatorSets].map(([domain, version]) =>
    field(8, joined([field(1, text(domain)), number(2, version)])),
  );
  return Buffer.concat([number(1, irVersion), field(7, joined(graph)), ...operators].flat());
}

const nodeOf = ({ type, inputs, outputs, domain = "", attributes = {} }: OnnxNode): Bytes =>
  joined([
    ...inputs.map((name) => field(1, text(name))),
    ...outputs.map((name) => field(2, text(name))),
    field(4, text(type)),
    ...Object.entries(attributes).map(([name, value]) => field(5, attributeOf(name, value))),
    field(7, text(domain)),
  ]);

const attributeOf = (name: string, value: number | readonly number[]): Bytes =>
  typeof value === "number"
    ? joined([field(1, text(name)), number(3, value), number(20, attributeTypes.int)])
    : joined([field(1, text(name)), ...value.map((each) => number(8, each)), number(20, attributeTypes.ints)]);

function tensorOf({ name, dims, values }: OnnxTensor): Bytes {
  const type = typeOf(values);
  const raw = [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
  return joined([...dims.map((dim) => number(1, dim)), number(2, type), field(8, text(name)), field(9, raw)]);
}

function typeOf(values: OnnxTensor["values"]): number {
  if (values instanceof Float32Array) return elementTypes.float;
  if (values instanceof Uint16Array) return elementTypes.float16;
  return values instanceof Uint8Array ? elementTypes.uint8 : elementTypes.int64;
}

function tableOf({ name, width }: { readonly name: string; readonly width: number }): Bytes {
  const dims = [field(1, field(2, text("rows"))), field(1, number(1, width))];
  const tensor = joined([number(1, elementTypes.float), field(2, joined(dims))]);
  return joined([field(1, text(name)), field(2, field(1, tensor))]);
}

/** Seven bits a byte, the lowest first. No number here is negative. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const number = (at: number, value: number): Bytes => [Uint8Array.from([...varint(at * 8), ...varint(value)])];
const field = (at: number, bytes: Bytes): Bytes => {
  const length = bytes.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...varint(at * 8 + 2), ...varint(length)]), ...bytes];
};
const text = (value: string): Bytes => [new TextEncoder().encode(value)];
const joined = (parts: readonly Bytes[]): Bytes => parts.flat();
