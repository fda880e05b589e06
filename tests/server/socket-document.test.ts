import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { asyncApi } from "../../src/server/socket/async-api.ts";
import { startServer } from "./start-server.ts";

const file = join(import.meta.dirname, "../../docs/asyncapi.yaml");

it("docs/asyncapi.yaml is what the server's schemas say; vitest -u writes it", async () => {
  await expect(stringify(asyncApi(), { lineWidth: 120, aliasDuplicateObjects: false })).toMatchFileSnapshot(file);
});

describe("the document", () => {
  const document = parse(readFileSync(file, "utf8"));
  const schema = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("@asyncapi/specs/schemas/3.1.0.json"), "utf8"),
  );
  // The schema of AsyncAPI brings its own copy of the one of JSON Schema.
  const check = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false }).compile(schema);
  /** The part of the document that a reference such as `#/channels/conversation` names. */
  const at = (reference: string): unknown =>
    reference
      .replace("#/", "")
      .split("/")
      // biome-ignore lint/suspicious/noExplicitAny: any part of the document.
      .reduce((part: any, key) => part?.[key], document);

  it("is valid AsyncAPI 3.1, and a mistake in it would be found", () => {
    check(document);
    expect(check.errors ?? []).toEqual([]);
    expect(document.asyncapi).toBe("3.1.0");
    const { address, ...channel } = document.channels.conversation;
    for (const wrong of [
      { ...document, chanels: {} },
      { ...document, channels: { conversation: { ...channel, adress: address } } },
      { ...document, operations: { send: { action: "sned", channel: { $ref: "#/channels/conversation" } } } },
    ]) {
      expect(check(wrong)).toBe(false);
    }
  });

  it("has something at the end of each reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"[$]ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((reference) => at(reference ?? "") === undefined)).toEqual([]);
  });

  it("describes the parameters of the address, and sends what its channel lists", () => {
    for (const { address, parameters } of Object.values<typeof document.channels.conversation>(document.channels)) {
      const named = [...address.matchAll(/[{](\w+)[}]/g)].map(([, name]) => name);
      expect(Object.keys(parameters)).toEqual(named);
    }
    for (const { channel, messages } of Object.values<typeof document.operations.send>(document.operations)) {
      for (const { $ref } of messages) expect($ref).toMatch(new RegExp(`^${channel.$ref}/messages/`));
    }
  });
});

it("the server tells it at /asyncapi.json", async () => {
  const server = await startServer();
  const { body } = await server.call("GET", "/asyncapi.json");
  expect(body).toEqual(parse(readFileSync(file, "utf8")));
});
