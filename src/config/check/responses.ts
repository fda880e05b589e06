import { patternPlaceholders } from "../../engine/assistant/pattern-placeholders.ts";
import type { Template } from "../../engine/assistant/template.ts";
import { patternNames } from "../../engine/state/outcome.ts";
import type { Path } from "../locate.ts";
import { hint, nearest } from "../suggest.ts";
import type { Checking } from "./checking.ts";

/** System texts may only name what the system puts into them; other texts should be said somewhere. */
export function checkResponses({ draft, compiled, report }: Checking): void {
  const said = new Set(
    compiled.flows.flatMap(({ draft: flow }) =>
      flow.steps.flatMap(({ content }) =>
        content.type === "say" && content.response !== undefined ? [content.response] : [],
      ),
    ),
  );
  for (const [name, response] of draft.responses) {
    const path = ["responses", name];
    const pattern = patternNames.find((each) => each === name);
    if (pattern === undefined) {
      if (said.has(name)) continue;
      const suggestion = nearest(name, patternNames);
      const message = `No step says '${name}', and no system text has that name.${hint(suggestion, [])}`;
      report.add({ code: "response.unused", severity: "warning", path, atKey: true, message, suggestion });
      continue;
    }
    const valid: readonly string[] = patternPlaceholders[pattern];
    const check = (template: Template | undefined, place: Path): void => {
      for (const part of template?.parts ?? []) {
        const root = part.kind === "path" ? (part.path[0] ?? "") : "";
        if (part.kind === "text" || valid.includes(root) || root === "session") continue;
        const suggestion = nearest(root, valid);
        const way = valid.length === 0 ? " It has no values." : hint(suggestion, valid);
        const offset = Math.max((template?.source ?? "").indexOf(root), 0);
        const message = `The text '${name}' can't show '${root}'.${way}`;
        report.add({ code: "template.unknown_name", path: place, message, suggestion, offset });
      }
    };
    check(response.default, [...path, "default"]);
    for (const [index, template] of response.variations.entries()) check(template, [...path, "variations", index]);
    for (const [language, templates] of response.languages) {
      for (const template of templates) check(template, [...path, language]);
    }
  }
}
