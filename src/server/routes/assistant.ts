import { isDeveloper } from "../access/principal.ts";
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
    handler: async ({ principal }) => {
      const { assistant, name } = context;
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
