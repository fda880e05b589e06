import type { Action, ActionFunction } from "../engine/assistant/action.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import { SoniError } from "../engine/errors.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import { systemTime } from "../time/system-time.ts";
import type { ActionDefinition } from "../turn/action-definition.ts";

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
  const wrap = actionRunner === undefined ? null : guardedRunner(actionRunner);
  return new Map(
    [...assistant.actions.values()].map((action) => {
      const given = actions[action.name] as ActionFunction | ActionDefinition;
      const definition = typeof given === "function" ? { run: given } : given;
      return [action.name, wrap === null ? definition : { ...definition, run: wrap(action, definition.run) }];
    }),
  );
}

/** Called when the assistant is put to work: what goes wrong there is told at once, by its name. */
const guardedRunner =
  (actionRunner: NonNullable<Registration["actionRunner"]>) =>
  (action: Action, run: ActionFunction): ActionFunction => {
    const called = callProjectCode(
      { port: "action_runner", name: action.name, run: () => actionRunner(action, run), read: readFunction },
      {
        conversationId: null,
        messageId: null,
        time: systemTime,
        deadline: Infinity,
        log: () => undefined,
      },
    );
    if ("then" in called)
      throw new SoniError(
        "action_runner.failed",
        `'actionRunner' must return a function for '${action.name}' at once.`,
      );
    if (called.ok) return called.value;
    throw new SoniError("action_runner.failed", `'actionRunner' failed for '${action.name}': ${called.message}`, {
      cause: called.error,
    });
  };

const readFunction = (answer: unknown): Reading<ActionFunction> =>
  typeof answer === "function"
    ? { ok: true, value: answer as ActionFunction }
    : { ok: false, code: "bad_result", message: "it must return a function." };
