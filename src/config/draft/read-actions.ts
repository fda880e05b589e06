import type { Path } from "../locate.ts";
import { checkName, type NameKind, parseOptionalName, plainName } from "../names.ts";
import type { Report } from "../report.ts";
import { actionSchema } from "../schema/action.ts";
import { readBySchema } from "../schema/read.ts";
import { isRecord } from "../source.ts";
import type { ActionDraft } from "./draft.ts";

export function readActions(data: unknown, report: Report): ReadonlyMap<string, ActionDraft> {
  const actions = new Map<string, ActionDraft>();
  for (const [name, content] of Object.entries(isRecord(data) ? data : {})) {
    const path: Path = ["actions", name];
    if (!checkName({ kind: "action", name, path, atKey: true }, report)) continue;
    const read = readBySchema(actionSchema, content ?? {}, { path, report });
    const { description = "", effect = false, idempotent = false, inputs = [], outputs = [] } = read.value ?? {};
    const named = { path: [...path, "inputs"], kind: "input", report } as const;
    actions.set(name, {
      path,
      whole: read.whole,
      action: {
        name,
        description,
        effect,
        idempotent,
        inputs: readNames(inputs, named).map(parseOptionalName),
        outputs: readNames(outputs, { ...named, path: [...path, "outputs"], kind: "output" }).map(plainName),
      },
    });
  }
  return actions;
}

/** The usable names of a list, each once. */
export function readNames(
  texts: readonly string[],
  at: { readonly path: Path; readonly kind: NameKind; readonly report: Report },
): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text, index) => {
    const { name } = parseOptionalName(text);
    const path = [...at.path, index];
    if (!checkName({ kind: at.kind, name, path }, at.report)) return false;
    if (seen.has(name))
      at.report.add({ code: "config.repeated_item", path, message: `'${name}' stands twice in this list.` });
    return seen.size !== seen.add(name).size;
  });
}
