import { newCookie } from "../access/anonymous.ts";
import { credentialsOf, isDeveloper } from "../access/principal.ts";
import { flowGraph } from "../flow-graph.ts";
import { AssistantDescription } from "../protocol.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import type { ServerContext } from "../server-context.ts";

export function assistantRoutes(app: ServerApp, context: ServerContext): void {
  app.get("/assistant", {
    schema: {
      operationId: "getAssistant",
      summary: "What a page needs to know of the assistant; for developers, its flows as diagrams",
      tags: ["assistant"],
      response: { 200: AssistantDescription, ...orProblem },
    },
    handler: async (request, reply) => {
      const { principal, protocol } = request;
      const { assistant, name } = context;
      // The first request of a page. It never begins a conversation: one that begins without a cookie continues without one.
      const cookie = principal.kind === "anonymous" ? newCookie(credentialsOf(request), protocol === "https") : null;
      if (cookie !== null) reply.header("set-cookie", cookie);
      const developer = isDeveloper(principal);
      return {
        name,
        language: assistant.settings.language,
        messageLength: assistant.settings.limits.messageLength,
        developer,
        hash: assistant.hash,
        ...(developer ? { flows: [...assistant.flows.values()].map(flowGraph) } : {}),
      };
    },
  });
}
