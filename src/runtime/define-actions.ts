import type { ActionContext, ActionFunction } from "../engine/assistant/action.ts";
import type { Json } from "../engine/json.ts";
import type { ActionDefinition } from "../turn/action-definition.ts";

/** What `defineActions` has to know of an assistant: the inputs and outputs of each action. */
export interface ActionContracts {
  readonly actions: Readonly<Record<string, ActionContract>>;
}
interface ActionContract {
  readonly input: object;
  readonly output: object;
}

type Run<Contract extends ActionContract> = (
  input: Contract["input"],
  context: ActionContext,
) => Contract["output"] | Promise<Contract["output"]>;

type ActionsOf<Assistant extends ActionContracts> = {
  readonly [Name in keyof Assistant["actions"]]:
    | Run<Assistant["actions"][Name]>
    | (Omit<ActionDefinition, "run"> & { readonly run: Run<Assistant["actions"][Name]> });
};

/** Any action of any assistant. */
interface AnyContracts extends ActionContracts {
  readonly actions: Readonly<Record<string, { readonly input: Record<string, Json>; readonly output: object }>>;
}

export type Actions = Readonly<Record<string, ActionFunction | ActionDefinition>>;

/**
 * Types for the record that actions.ts exports, nothing else: a plain record works too. With the type of an
 * assistant, a handler that reads an unknown slot or forgets an output does not compile.
 */
export const defineActions = <Assistant extends ActionContracts = AnyContracts>(
  actions: ActionsOf<Assistant>,
): ActionsOf<Assistant> => actions;
