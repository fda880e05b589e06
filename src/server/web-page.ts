import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { ServerApp } from "./server-app.ts";

/** Where the built page is: beside the built server, or in the built package while working from the sources. */
const places = ["../web", "../../dist/web"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const notice = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Soni</title>
<p>The assistant is running. The chat page is not built; the interface is described at <a href="/docs">/docs</a>.</p>
`;

export const builtWebPage = (): string | null => places.find((path) => existsSync(`${path}/index.html`)) ?? null;

/** The chat at `/`, or a word that it was not built. */
export async function serveWebPage(app: ServerApp, folder: string | null): Promise<void> {
  if (folder === null) {
    app.get("/", { schema: { hide: true } }, (_, reply) => reply.type("text/html; charset=utf-8").send(notice));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    schemaHide: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Names under assets/ change with their content; everything else is asked for again.
      const isNamedByContent = path.startsWith(`${folder}/assets/`);
      reply.header("cache-control", isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache");
      // Other sites include it; whether their pages may use the server is decided when it speaks.
      if (path === `${folder}/widget.js`) reply.header("cross-origin-resource-policy", "cross-origin");
    },
  });
}
