import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Outside of node_modules, where Node runs no TypeScript. */
const kept = join(tmpdir(), "soni-bench");

/** The commit that speed is compared with: MiniLM ran in another package's WebAssembly there. */
const commit = "793ec26";

/** Its sources with the packages that it needs. They are made once, which takes a minute and the network. */
export function earlierFolder(): string {
  const folder = join(kept, commit);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const archive = execFileSync("git", ["archive", commit, "package.json", "package-lock.json", "src", "tests"], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", unfinished], { input: archive });
  execFileSync("npm", ["install", "--ignore-scripts", "--omit=dev"], { cwd: unfinished, stdio: "ignore" });
  renameSync(unfinished, folder);
  return folder;
}

/** Arguments of Node with which the optional runtime is found, in a folder of its own: it is no dependency of ours. */
export function withNativeRuntime(): readonly string[] {
  const folder = join(kept, "onnxruntime");
  const hook = join(folder, "hook.mjs");
  if (!existsSync(hook)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    execFileSync("npm", ["install", "--ignore-scripts", "onnxruntime-node@1"], { cwd: folder, stdio: "ignore" });
    writeFileSync(
      hook,
      `import { registerHooks } from "node:module";
registerHooks({
  resolve: (name, context, next) =>
    next(name, name === "onnxruntime-node" ? { ...context, parentURL: import.meta.url } : context),
});
`,
    );
  }
  return ["--import", hook];
}
