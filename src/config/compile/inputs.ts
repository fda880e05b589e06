import type { Assignment } from "../../engine/assistant/step.ts";
import type { Json } from "../../engine/json.ts";
import { parseOptionalName } from "../names.ts";
import type { At } from "./scope.ts";
import { compileInput } from "./text.ts";

/** A map of inputs to values, or a list of slots that go in under their own names. */
export function compileInputs(
  content: Readonly<Record<string, Json>> | readonly string[] | undefined,
  place: (at: string | number) => At,
): Readonly<Record<string, Assignment>> {
  const inputs: Record<string, Assignment> = {};
  if (isList(content)) {
    for (const [index, text] of content.entries()) {
      const { name } = parseOptionalName(text);
      const { scope, path } = place(index);
      const assignment = scope.names.has(name) ? compileInput(name, { scope, path }) : null;
      if (assignment !== null) inputs[name] = assignment;
      else scope.report.unknown({ code: "slot.unknown", path, kind: "slot", name, valid: scope.names });
    }
    return inputs;
  }
  for (const [name, value] of Object.entries(content ?? {})) {
    const assignment = compileInput(value, place(name));
    if (assignment !== null) inputs[name] = assignment;
  }
  return inputs;
}

/** `Array.isArray` does not tell a readonly list from a map. */
const isList = (
  content: Readonly<Record<string, Json>> | readonly string[] | undefined,
): content is readonly string[] => Array.isArray(content);
