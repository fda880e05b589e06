import type { Action, ActionFunction } from "../domain/action.ts";
import type { Assistant } from "../domain/assistant.ts";
import { SoniError } from "../domain/errors.ts";
import type { ActionDefinition } from "../graph/action-definition.ts";

interface Registration {
  readonly actions?: Readonly<Record<string, ActionFunction | ActionDefinition>>;
  readonly actionRunner?: (action: Action, run: ActionFunction) => ActionFunction;
}

/** Actions of the assistant, by name. What YAML declares and code lacks is an error at once, not in a conversation. */
export function registerActions(
  assistant: Assistant,
  { actions = {}, actionRunner }: Registration,
): ReadonlyMap<string, ActionDefinition> {
  const missing = [...assistant.actions.keys()].filter((name) => !Object.hasOwn(actions, name));
  if (missing.length > 0) {
    throw new SoniError(
      "action.not_registered",
      `No code is registered for ${missing.map((name) => `'${name}'`).join(", ")}. Export it from actions.ts.`,
    );
  }
  return new Map(
    [...assistant.actions.values()].map((action) => {
      const given = actions[action.name] as ActionFunction | ActionDefinition;
      const definition = typeof given === "function" ? { run: given } : given;
      return [
        action.name,
        actionRunner === undefined ? definition : { ...definition, run: actionRunner(action, definition.run) },
      ];
    }),
  );
}
