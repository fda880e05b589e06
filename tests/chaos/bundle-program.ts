import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");

/**
 * A program of this folder as one file: it starts in a third of the time, and the runs that kill it start it hundreds of
 * times. The file is as deep below the package as the sources are, because it reads the package's version.
 */
export async function bundleProgram(name: string): Promise<{ readonly url: string; dispose(): Promise<void> }> {
  const folder = join(root, `node_modules/.${name}-${process.pid}`);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      ssr: `tests/chaos/${name}.ts`,
      outDir: folder,
      emptyOutDir: true,
      // It looks for files beside itself.
      rolldownOptions: { external: ["@fastify/static"] },
    },
    ssr: { noExternal: true },
  });
  return {
    url: join(folder, `${name}.js`),
    dispose: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
