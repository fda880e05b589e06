import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import { notationOf, readLabelledMessages, sameCommands } from "./labelled-messages.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
const messages = files.flatMap((name) => readLabelledMessages(join(import.meta.dirname, name)));

describe("labelled messages", () => {
  const understander = createEmbeddedUnderstander();
  afterAll(() => understander.close());

  it("covers both examples with at least 150 messages", () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect(messages.length).toBeGreaterThanOrEqual(150);
  });

  it("understands at least nine in ten exactly", { timeout: 120_000 }, async () => {
    const failures: string[] = [];
    for (const { place, message, expected, context } of messages) {
      const { commands } = await understander.understand({ message, context });
      const actual = notationOf(commands);
      if (!sameCommands(actual, expected))
        failures.push(`[${place}] ${message}\n    wanted ${expected.join(", ")}\n    got    ${actual.join(", ")}`);
    }
    console.log(`${messages.length - failures.length} of ${messages.length} exact\n${failures.join("\n")}`);
    expect((messages.length - failures.length) / messages.length).toBeGreaterThanOrEqual(0.9);
  });
});
