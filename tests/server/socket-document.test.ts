import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "@asyncapi/parser";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { asyncApi } from "../../src/server/socket/async-api.ts";
import { startServer } from "./start-server.ts";

const file = join(import.meta.dirname, "../../docs/asyncapi.yaml");

it("docs/asyncapi.yaml is what the server's schemas say; vitest -u writes it", async () => {
  await expect(stringify(asyncApi(), { lineWidth: 120, aliasDuplicateObjects: false })).toMatchFileSnapshot(file);
});

it("the document is valid AsyncAPI 3, without a warning", async () => {
  const { document, diagnostics } = await new Parser().parse(readFileSync(file, "utf8"));
  expect(diagnostics.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([]);
  expect(document?.version()).toBe("3.1.0");
});

it("the server tells it at /asyncapi.json", async () => {
  const server = await startServer();
  const { body } = await server.call("GET", "/asyncapi.json");
  expect(body).toEqual(parse(readFileSync(file, "utf8")));
});
