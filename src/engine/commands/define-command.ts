import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import type { CommandOf, CommandType } from "./command.ts";
import type { CommandGiven, CommandNext, TakesBackYes } from "./command-next.ts";
import type { Fields } from "./field.ts";

/** All there is to a command. Everything outside reads it from here: channels, buttons, models, chat, tests. */
export interface CommandDefinition<Type extends CommandType = CommandType> {
  readonly type: Type;
  readonly fields: Fields;
  /** How a model learns of it. Null: no model proposes it. */
  readonly prompt: {
    /** When it is meant, as a part of a sentence. */
    readonly when: string;
    /** Fields that a model fills. */
    readonly fields: readonly string[];
    /** Optional fields that must have something to name; the required ones must anyway. */
    readonly needs?: readonly string[];
  } | null;
  /** How a person types it. Null: nobody does. */
  readonly typed: {
    readonly about: string;
    /** Fields by their place; the last text takes all words that are left. In tests, `type: value` fills the first. */
    readonly words?: readonly string[];
    /** `slot=value`: the fields for the name and the value of one pair. */
    readonly pair?: readonly [name: string, value: string];
    /** `a=1 b=2`: the field for all pairs. */
    readonly pairs?: string;
  } | null;
  /** Whether a button may send it. */
  readonly button: boolean;
  /** "Yes, but to Rome" must not go on without Rome. */
  readonly takesBackYes?: TakesBackYes;
  /** Pure. It returns the next state and what to say, or why it was refused. */
  execute(state: DialogueState, command: CommandOf<Type>, given: CommandGiven): Change<CommandNext>;
}

export const defineCommand = <Type extends CommandType>(definition: CommandDefinition<Type>) => definition;
