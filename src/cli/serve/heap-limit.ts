import { totalmem } from "node:os";
import { SoniError } from "../../engine/errors.ts";

const megabyte = 1024 * 1024;
const smallest = 64;
/** Above it garbage collections take long, and a server that needs more leaks. */
const largestByDefault = 4096;

/** Half of what the machine or the container has: the rest is for vectors, buffers and the other half's collections. */
export function defaultHeap(memoryBytes: number = availableMemory()): number {
  return Math.max(smallest, Math.min(largestByDefault, Math.floor(memoryBytes / megabyte / 2)));
}

function availableMemory(): number {
  const constrained = process.constrainedMemory();
  // Without a limit Linux reports one that is larger than any machine.
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}

/** Null: Node was started with a limit already. */
export function heapLimitOf(
  { maxHeap }: { readonly maxHeap?: string },
  node: { readonly argv: readonly string[]; readonly options: string },
): number | null {
  if (maxHeap === undefined)
    return [...node.argv, node.options].some((each) => each.includes("max-old-space-size")) ? null : defaultHeap();
  if (/^\d+$/.test(maxHeap) && Number(maxHeap) >= smallest) return Number(maxHeap);
  throw new SoniError("cli.bad_option", `'${maxHeap}' is no heap limit. Give megabytes, at least ${smallest}.`);
}
