import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { freePort } from "./server-process.ts";

/** The Postgres of the other tests comes without pgvector. This one is Postgres with the real extension, compiled to wasm. */
export async function startPgvector(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const database = await PGlite.create({ extensions: { vector } });
  const port = await freePort();
  const server = new PGLiteSocketServer({ db: database, port, host: "127.0.0.1", maxConnections: 10 });
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      await server.stop();
      await database.close();
    },
  };
}
