import type { ActionFunction } from "../engine/assistant/action.ts";
import type { ActionDefinition } from "../turn/action-definition.ts";
import type { ActionsOf, AnyAssistant, AssistantTypes, NormalizersOf, ValidatorsOf } from "./assistant-types.ts";

/** What `defineActions` has to know of an assistant: the inputs and outputs of each action. */
export type ActionContracts = Pick<AssistantTypes, "actions"> & Partial<Pick<AssistantTypes, "session">>;

export type Actions = Readonly<Record<string, ActionFunction | ActionDefinition>>;

/**
 * Types for the record that actions.ts exports, nothing else: a plain record works too. With the type of an
 * assistant, an action that is missing, reads an unknown slot or forgets an output does not compile.
 */
export const defineActions = <Assistant extends ActionContracts = AnyAssistant>(
  actions: ActionsOf<Assistant>,
): ActionsOf<Assistant> => actions;

/** The same for the validators that validators.ts exports: a wrong name or a value of another type does not compile. */
export const defineValidators = <Assistant extends AssistantTypes = AnyAssistant>(
  validators: ValidatorsOf<Assistant>,
): ValidatorsOf<Assistant> => validators;

/** The same for its normalizers, each of which returns a value of its slot's type. */
export const defineNormalizers = <Assistant extends AssistantTypes = AnyAssistant>(
  normalizers: NormalizersOf<Assistant>,
): NormalizersOf<Assistant> => normalizers;
