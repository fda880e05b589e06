import { expect, it } from "vitest";
import { defaultHeap, heapLimitOf } from "./heap-limit.ts";

const megabyte = 1024 * 1024;
const plain = { argv: [], options: "" };

it.each([
  [512, 256],
  [1024, 512],
  [64, 64],
  [65_536, 4096],
])("of %i MB the heap may take %i", (memory, heap) => expect(defaultHeap(memory * megabyte)).toBe(heap));

it("a limit that Node was given stays, unless --max-heap says otherwise", () => {
  expect(heapLimitOf({}, { argv: ["--max-old-space-size=300"], options: "" })).toBeNull();
  expect(heapLimitOf({}, { argv: [], options: "--max-old-space-size=300" })).toBeNull();
  expect(heapLimitOf({ maxHeap: "400" }, { argv: ["--max-old-space-size=300"], options: "" })).toBe(400);
  expect(heapLimitOf({}, plain)).toBeGreaterThanOrEqual(64);
});

it.each(["much", "-5", "12", "1.5"])("'%s' is refused with what to write instead", (maxHeap) =>
  expect(() => heapLimitOf({ maxHeap }, plain)).toThrow("megabytes, at least 64"),
);
