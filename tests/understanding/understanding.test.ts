import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { understanderCandidate } from "../../src/optimize/evaluate/candidate.ts";
import { runCandidate } from "../../src/optimize/evaluate/run-candidate.ts";
import { summarise } from "../../src/optimize/evaluate/summarise.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
const messages = files.flatMap((name) => readYamlRows(readFileSync(join(import.meta.dirname, name), "utf8")));

describe("labelled messages", () => {
  const understander = createEmbeddedUnderstander({ deadline: 60_000 });
  afterAll(() => understander.close());

  it("covers both examples with at least 150 messages", () => {
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect(messages.length).toBeGreaterThanOrEqual(150);
  });

  it("understands at least nine in ten exactly", async () => {
    const candidate = understanderCandidate(understander, { name: "embedded", now: () => 0 });
    const { exact, failed, wrong } = summarise(await runCandidate(candidate, messages, { maxErrors: 0 }));
    expect(failed).toBe(0);
    const listed = wrong.map(
      ({ where, message, expected, understood }) =>
        `[${where}] ${message}\n    wanted ${JSON.stringify(expected)}\n    got    ${JSON.stringify(understood)}`,
    );
    console.log([`${messages.length - wrong.length} of ${messages.length} exact`, ...listed].join("\n"));
    expect(exact.value).toBeGreaterThanOrEqual(0.9);
  });
});
