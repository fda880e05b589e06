import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");

/**
 * The server process as one file: it starts in a third of the time, and the runs that kill it start it hundreds of times.
 * It lies as deep below the package as the sources do, whose version it reads.
 */
export async function bundleChatServer(): Promise<{ readonly url: string; dispose(): Promise<void> }> {
  const folder = join(root, `node_modules/.chat-server-${process.pid}`);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      ssr: "tests/chaos/chat-server.ts",
      outDir: folder,
      emptyOutDir: true,
      // It looks for files beside itself.
      rolldownOptions: { external: ["@fastify/static"] },
    },
    ssr: { noExternal: true },
  });
  return {
    url: join(folder, "chat-server.js"),
    dispose: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
