import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import openWabt from "wabt";

const folder = join(import.meta.dirname, "../src/understand/embedded/vectors/mini-lm");

/** The kernel's WebAssembly, in base64. */
export async function assembleKernel(): Promise<string> {
  const { parseWat } = await openWabt();
  const source = await readFile(join(folder, "kernel.wat"), "utf8");
  const { buffer } = parseWat("kernel.wat", source, { simd: true, threads: true }).toBinary({});
  return Buffer.from(buffer).toString("base64");
}

if (import.meta.main) {
  const bytes = await assembleKernel();
  const text = `/** Written by \`npm run mini-lm-kernel\` from kernel.wat. */\nexport const kernelBytes =\n  "${bytes}";\n`;
  await writeFile(join(folder, "kernel-bytes.ts"), text);
  console.log(`${bytes.length} characters of WebAssembly written.`);
}
