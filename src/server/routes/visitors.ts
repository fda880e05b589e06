import { z } from "zod";
import { isAllowedOrigin } from "../access/origins.ts";
import { credentialsOf } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";

const VisitorSessionSchema = z
  .object({
    visitor: z.string().meta({ description: "A random name; conversations belong to it." }),
    token: z.string().meta({ description: "The visitor's own bearer token, for pages of the same origin." }),
    expiresIn: z.int().meta({ description: "Seconds." }),
    renewal: z.string().meta({ description: "Instead of the site key: another token for the same visitor." }),
    renewsIn: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "VisitorSession" });

/** The one route that takes a site key, and takes nothing else. */
export function visitorRoutes(app: ServerApp, { gatekeeper, rates, origins }: ServerContext): void {
  const { visitors } = gatekeeper;
  app.post("/visitors", {
    schema: {
      operationId: "openVisitor",
      summary: "Begin the session of a site's visitor with a site key, or go on with it by its renewal",
      description:
        "For pages: the Origin that the browser sends must be one of the site's. The token works for pages of that origin, " +
        "reaches the visitor's own conversations by their ids, and lists nothing.",
      tags: ["visitors"],
      response: { 201: VisitorSessionSchema, ...orProblem },
    },
    async handler(request, reply) {
      reply.header("cache-control", "no-store");
      const credentials = credentialsOf(request);
      const seconds = rates.visitor(credentials.address);
      if (seconds > 0) {
        reply.header("retry-after", seconds);
        throw new ProblemError("request.too_many", "Too many visitors of one address. Wait, then try again.");
      }
      if (visitors === null) throw new ProblemError("access.bad_token", "This server has no site keys.");
      const session = await visitors.open(credentials, (origin) => isAllowedOrigin(origin, request, origins));
      return reply.code(201).send(session);
    },
  });
}
