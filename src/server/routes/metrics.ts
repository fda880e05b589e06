import { z } from "zod";
import { ProblemError } from "../problems.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";

export function metricsRoutes(app: ServerApp, { metrics }: ServerContext): void {
  app.get("/metrics", {
    schema: {
      operationId: "getMetrics",
      summary: "Counters and times for Prometheus; needs the role metrics or developer",
      tags: ["server"],
      response: {
        200: { description: "Prometheus text.", content: { "text/plain": { schema: z.string() } } },
        ...orProblem,
      },
    },
    async handler({ principal: { roles } }, reply) {
      if (!roles.has("metrics") && !roles.has("developer")) {
        throw new ProblemError("access.forbidden", "This needs the role metrics or developer.");
      }
      return reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.text());
    },
  });
}
