import fastifySwagger from "@fastify/swagger";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { OpenApiDocument } from "./api-page/open-api-document.ts";
import { renderApiPage } from "./api-page/render-api-page.ts";
import { packageVersion } from "./package-version.ts";
import type { ServerApp } from "./server-app.ts";

/** The interface in OpenAPI 3.1 at `/openapi.json`, and as a page at `/docs`. Registered before the routes it describes. */
export async function describeApi(app: ServerApp): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Soni",
        version: packageVersion(),
        description: "Conversations with a task-oriented assistant.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/" }],
      webhooks: {
        answered: {
          post: {
            operationId: "messageAnswered",
            summary: "The answer to a message that was accepted to be answered later",
            description: "Signed as https://www.standardwebhooks.com says; sent again until the answer is 2xx.",
            tags: ["messages"],
            requestBody: {
              content: { "application/json": { schema: { $ref: "#/components/schemas/WebhookEvent" } } },
            },
            responses: { "2XX": { description: "Received." } },
          },
        },
      },
      tags: [
        { name: "conversations", description: "Begin, read, list and forget conversations." },
        { name: "messages", description: "One message, one turn." },
        { name: "doors", description: "For clients of other protocols: OpenAI's chat completions, AG-UI." },
        { name: "visitors", description: "Sessions of the visitors of a site." },
        { name: "handoffs", description: "Conversations that a person has taken over: for agents." },
        { name: "assistant", description: "What the assistant is." },
        { name: "quarantine", description: "Messages that were set aside: look at them, try them again, drop them." },
        { name: "server", description: "For those who run it." },
      ],
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "A token or a JWT." } },
      },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  let page: string | null = null;
  for (const path of ["/docs", "/docs/"]) {
    app.get(path, { schema: { hide: true } }, (_, reply) => {
      page ??= renderApiPage(app.swagger() as OpenApiDocument);
      return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
    });
  }
}
