import { z } from "zod";
import { hasOwnList, ownPrefix } from "../access/principal.ts";
import { ProblemError } from "../problems.ts";
import { Erased } from "../protocol.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";

const tags = ["conversations"];

/** Everything of one user at once: by the user, or by whoever answers such requests for them. */
export function erasureRoutes(app: ServerApp, context: ServerContext): void {
  const { soni, gate } = context;

  /** Whoever began them, and in whichever state they are. */
  async function erase(owner: string): Promise<number> {
    const prefix = ownPrefix({ owner });
    return gate.run(prefix, async () => {
      const ids = await soni.deleteConversations({ prefix });
      for (const id of ids) await context.background?.forget(id);
      return ids.length;
    });
  }

  app.delete("/conversations", {
    schema: {
      operationId: "deleteConversations",
      summary: "Forget all your conversations: nothing of them is kept",
      tags,
      response: { 200: Erased, ...orProblem },
    },
    async handler({ principal }) {
      if (!hasOwnList(principal)) {
        throw new ProblemError("access.forbidden", "Visitors and anonymous users delete a conversation by its id.");
      }
      return { deleted: await erase(principal.owner) };
    },
  });

  app.delete("/users/:user/conversations", {
    schema: {
      operationId: "deleteUser",
      summary: "Forget all conversations of a user: needs the role `erasure`",
      tags,
      params: z.object({
        user: z.string().min(1).meta({ description: "The name of a token, the subject of one, or a visitor." }),
      }),
      querystring: z.object({
        service: z
          .string()
          .optional()
          .meta({ description: "The service that spoke for the user, by its token's name." }),
      }),
      response: { 200: Erased, ...orProblem },
    },
    async handler({ principal, params: { user }, query: { service } }) {
      if (!principal.roles.has("erasure")) {
        throw new ProblemError("access.forbidden", "This needs the role 'erasure'.");
      }
      let deleted = 0;
      for (const owner of context.ownersOf(user, service)) deleted += await erase(owner);
      return { deleted };
    },
  });
}
