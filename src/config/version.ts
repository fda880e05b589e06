import { createLocate } from "./locate.ts";
import { placeAt } from "./place.ts";
import type { Report } from "./report.ts";
import { languageVersion } from "./schema/assistant.ts";
import type { Source } from "./source.ts";

/** One file at least says which language it is written in; every one that does must be right. */
export function checkVersions(sources: readonly Source[], report: Report): void {
  const stated = sources.filter(({ data }) => data !== null && Object.hasOwn(data, "version"));
  const [first] = sources;
  if (stated.length === 0 && first !== undefined) {
    report.findings.push({
      code: "config.wrong_version",
      severity: "error",
      message: `The version is missing. Begin with: version: "${languageVersion}"`,
      suggestion: `version: "${languageVersion}"`,
      ...placeAt(first, 0),
    });
  }
  for (const source of stated) {
    const version = source.data?.["version"];
    if (version === languageVersion) continue;
    const unquoted = typeof version === "number" && version === Number(languageVersion);
    report.findings.push({
      code: "config.wrong_version",
      severity: "error",
      message: unquoted
        ? `The version is a text. Write it in quotes: "${languageVersion}"`
        : `Version ${JSON.stringify(version)} is not known here; this is version "${languageVersion}".`,
      suggestion: `"${languageVersion}"`,
      ...createLocate([source])(["version"]),
    });
  }
}
