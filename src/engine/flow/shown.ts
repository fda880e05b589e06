import type { Template } from "../assistant/template.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Frame } from "../state/frame.ts";
import type { TemplateValues } from "../state/outcome.ts";
import type { DialogueState } from "../state/state.ts";
import { digest } from "./digest.ts";
import { capture } from "./scope.ts";
import { cellOf, slotValue } from "./slots.ts";
import { cellKey } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";

/** What a prompt shows: empty counts as a value. */
export interface Shown {
  readonly values: JsonObject;
  /** The slots among it, by cell. */
  readonly cells: JsonObject;
  readonly digest: string;
  /** What the text is made of. */
  readonly captured: TemplateValues;
}

export function shownBy(
  state: DialogueState,
  context: Pick<TurnContext, "assistant" | "now">,
  { frame, message }: { readonly frame: Frame; readonly message: Template },
): Shown {
  const captured = capture(state, message, { frame, context });
  const values: Record<string, Json> = {};
  const cells: Record<string, Json> = {};
  for (const [path, { value }] of Object.entries(captured)) {
    values[path] = value;
    const name = path.split(".")[0] ?? path;
    if (context.assistant.flows.get(frame.flow)?.slots.has(name) === true)
      cells[cellKey(cellOf(state, frame.flowId, name))] = slotValue(state, frame.flowId, name);
  }
  return { values, cells, digest: digest(values), captured };
}
