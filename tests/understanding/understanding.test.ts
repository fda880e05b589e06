import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import { evaluate } from "../../src/understand/evaluate.ts";
import { readLabelledMessages } from "../../src/understand/labelled-messages.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
const messages = files.flatMap((name) => readLabelledMessages(readFileSync(join(import.meta.dirname, name), "utf8")));

describe("labelled messages", () => {
  const understander = createEmbeddedUnderstander({ deadline: 60_000 });
  afterAll(() => understander.close());

  it("covers both examples with at least 150 messages", () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect(messages.length).toBeGreaterThanOrEqual(150);
  });

  it("understands at least nine in ten exactly", async () => {
    const { exact, failures } = await evaluate(understander, messages);
    const listed = failures.map(
      ({ where, message, expected, understood }) =>
        `[${where}] ${message}\n    wanted ${JSON.stringify(expected)}\n    got    ${JSON.stringify(understood)}`,
    );
    console.log([`${messages.length - failures.length} of ${messages.length} exact`, ...listed].join("\n"));
    expect(exact).toBeGreaterThanOrEqual(0.9);
  });
});
