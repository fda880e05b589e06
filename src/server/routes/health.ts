import fastify from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { HealthSchema } from "../protocol.ts";
import type { ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";

export function healthRoutes(app: ServerApp, { soni, gate }: Pick<ServerContext, "soni" | "gate">): void {
  app.get("/health/live", {
    schema: {
      operationId: "isLive",
      summary: "The process answers",
      tags: ["server"],
      response: { 200: HealthSchema },
    },
    handler: async () => ({ status: "ok" as const }),
  });

  app.get("/health/ready", {
    schema: {
      operationId: "isReady",
      summary:
        "Messages can be taken: the store is there and took the last write, understanding is there, and the server is not shutting down",
      tags: ["server"],
      response: { 200: HealthSchema, 503: HealthSchema },
    },
    async handler(_, reply) {
      const { store, understander } = await soni.health();
      const word = (isFine: boolean) => (isFine ? ("ok" as const) : ("unavailable" as const));
      const isReady = store && understander && !gate.isClosing;
      if (!isReady) reply.header("retry-after", 5);
      return reply.code(isReady ? 200 : 503).send({
        status: word(isReady),
        checks: {
          store: word(store),
          understander: word(understander),
          ...modelsCheck(soni),
          server: gate.isClosing ? "closing" : "ok",
        },
      });
    },
  });
}

/** A model that does not work makes understanding worse, not impossible: messages are taken all the same. */
const modelsCheck = ({ models }: Pick<ServerContext["soni"], "models">): { readonly models?: "ok" | "degraded" } => {
  const figures = models();
  if (figures.length === 0) return {};
  const isFine = figures.every(({ breaker, pause }) => breaker === "closed" && pause === 0);
  return { models: isFine ? "ok" : "degraded" };
};

/** The same on a port of its own, which need not be reachable for those who talk to the assistant. */
export function createHealthServer(context: Pick<ServerContext, "soni" | "gate">): ServerApp {
  const app: ServerApp = fastify({ requestTimeout: 10_000, return503OnClosing: false }).withTypeProvider();
  app.setSerializerCompiler(serializerCompiler);
  app.setValidatorCompiler(() => () => true);
  healthRoutes(app, context);
  return app;
}
