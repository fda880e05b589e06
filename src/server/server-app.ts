import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Principal } from "./access/principal.ts";
import { Problem } from "./problem.ts";
import type { ServerContext } from "./server-context.ts";
import type { SocketHub } from "./socket/socket-hub.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before any route that asks for a token runs. */
    principal: Principal;
  }
  interface FastifyInstance {
    /** What routes, sockets and doors share. */
    context: ServerContext;
    /** All open sockets. */
    sockets: SocketHub;
  }
}

/** A server whose routes are typed by their zod schemas. */
export type ServerApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** What every route may answer besides what it is asked for. */
export const orProblem = {
  default: {
    description: "An error, as problem details (RFC 9457).",
    content: { "application/problem+json": { schema: Problem } },
  },
} as const;
