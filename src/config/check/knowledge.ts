import type { Checking } from "./checking.ts";

/** Reports sources that are not there, as far as files can be looked for. */
export function checkKnowledge({ draft, report, options }: Checking): void {
  const { fileExists } = options;
  if (fileExists === undefined) return;
  for (const [index, source] of draft.knowledge.sources.entries()) {
    const [[key, path] = []] = Object.entries(source);
    if (key === undefined || path === undefined || fileExists(path)) continue;
    const message = `There is no '${path}' in the assistant's folder.`;
    report.add({ code: "knowledge.not_found", path: ["knowledge", "sources", index, key], message });
  }
}
