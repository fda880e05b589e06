import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadAssistant } from "../../src/config/load.ts";
import type { LoadOptions } from "../../src/config/options.ts";
import { ruleCodes } from "../../src/config/rules.ts";

const folder = join(import.meta.dirname, "rules");
const documentation = readFileSync(join(import.meta.dirname, "../../docs/rules.md"), "utf8");
/** Rules about files and modules rather than what stands in one file: see load.test.ts and modules.test.ts. */
const testedElsewhere = [
  "config.not_found",
  "config.empty",
  "config.syntax",
  "config.duplicate_name",
  "config.too_large",
  "module.missing_export",
  "module.failed_import",
  "module.invalid_entry",
  "action.not_declared",
  "validator.unused",
  "normalizer.unused",
];
const fixtures = readdirSync(folder).map((name) => name.replace(/\.yaml$/, ""));

/** `# error 4:3` says where the one finding of the fixture must be; `# options {...}` what code has registered. */
function expectation(text: string): { severity: string; line: number; column: number; options: LoadOptions } {
  const [, severity = "", line = "", column = ""] = /^# (error|warning) (\d+):(\d+)$/m.exec(text) ?? [];
  const options = /^# options (.+)$/m.exec(text)?.[1];
  return {
    severity,
    line: Number(line),
    column: Number(column),
    options: options === undefined ? {} : JSON.parse(options),
  };
}

describe("every rule", () => {
  it.each(fixtures)("%s is broken by its fixture, at its place, and by nothing else", async (code) => {
    const file = join(folder, `${code}.yaml`);
    const { options, ...place } = expectation(readFileSync(file, "utf8"));
    const { assistant, findings } = await loadAssistant(file, options);
    expect(findings.map(({ message, suggestion, ...rest }) => rest)).toEqual([{ code, file, ...place }]);
    expect(assistant === null).toBe(place.severity === "error");
  });

  it("has a fixture or a test of its own", () => {
    expect([...fixtures, ...testedElsewhere].sort()).toEqual([...ruleCodes].sort());
  });

  it.each(ruleCodes)("%s is documented", (code) => {
    expect(documentation).toContain(`### <a id="${code}"></a>${code}\n\n`);
  });
});
