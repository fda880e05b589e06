import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { problemCodes } from "../../src/server/problem.ts";
import { startServer } from "./start-server.ts";

it("the interface is described in valid OpenAPI 3.1, every route with its answers", async () => {
  const server = await startServer();
  const { body: document, status } = await server.call("GET", "/openapi.json");
  expect(status).toBe(200);
  expect(document.openapi).toBe("3.1.0");
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId?: string; summary?: string; responses: object }>).map(
      ([method, operation]) => ({ route: `${method} ${path}`, ...operation }),
    ),
  );
  expect(operations.map(({ route }) => route).toSorted()).toEqual([
    "delete /v1/conversations",
    "delete /v1/conversations/{conversationId}",
    "delete /v1/quarantine/{conversationId}/{messageId}",
    "delete /v1/users/{user}/conversations",
    "get /health/live",
    "get /health/ready",
    "get /metrics",
    "get /v1/assistant",
    "get /v1/conversations",
    "get /v1/conversations/{conversationId}",
    "get /v1/conversations/{conversationId}/audit",
    "get /v1/conversations/{conversationId}/events",
    "get /v1/conversations/{conversationId}/messages/{messageId}",
    "get /v1/conversations/{conversationId}/trace",
    "get /v1/conversations/{conversationId}/transcript",
    "get /v1/handoffs",
    "get /v1/handoffs/{conversationId}",
    "get /v1/models",
    "get /v1/quarantine",
    "get /v1/quarantine/{conversationId}/{messageId}",
    "post /agui",
    "post /v1/chat/completions",
    "post /v1/conversations",
    "post /v1/conversations/{conversationId}/handoff/release",
    "post /v1/conversations/{conversationId}/messages",
    "post /v1/handoffs/{conversationId}/release",
    "post /v1/quarantine/{conversationId}/{messageId}/retry",
    "post /v1/visitors",
  ]);
  const incomplete = operations.filter(
    ({ operationId, summary }) => operationId === undefined || summary === undefined,
  );
  expect(incomplete).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const guarded = operations.filter(({ route }) => route.includes("/v1/"));
  expect(guarded.filter(({ responses }) => !("default" in responses))).toEqual([]);
  expect(document.components.schemas.Problem.properties.code.enum).toEqual([...problemCodes]);
  // References lead somewhere.
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
});

it("the page at / says where it can be read", async () => {
  const server = await startServer();
  expect((await server.call("GET", "/")).body).toContain("/docs");
});
