import type { SourceText } from "../config/source.ts";
import type { DialogueInput } from "../dialogue/hold-dialogue.ts";
import type { Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { SetupContent, TurnContent } from "./conversation-schema.ts";
import type { Script } from "./scripted-understander.ts";

/** Where the assistant of a test comes from. */
export type AssistantOrigin =
  /** `texts`: instead of the YAML that is in the folder. */
  | { readonly kind: "folder"; readonly folder: string; readonly texts?: readonly SourceText[] }
  | { readonly kind: "text"; readonly source: SourceText };

export interface ExpectedEvent {
  readonly type: TurnEvent["type"];
  readonly fields: JsonObject;
}

export type TurnInput = DialogueInput;

type Expectations = Pick<
  TurnContent,
  | "bot"
  | "slots"
  | "slots_of"
  | "state"
  | "refused"
  | "calls"
  | "unchanged"
  | "prompt"
  | "duplicate"
  | "error"
  | "message_id"
>;

/** One message with everything that must come of it. */
export interface ConversationTurn extends Expectations {
  readonly input: TurnInput;
  /** Milliseconds that pass before it. */
  readonly after: number;
  readonly events?: readonly ExpectedEvent[];
  readonly no_events?: readonly ExpectedEvent[];
  readonly line: number;
  /** Line of each expectation. */
  readonly lines: Readonly<Record<string, number>>;
}

/** A dialogue as its test file tells it. */
export interface Conversation {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly origin: AssistantOrigin;
  readonly setup: Omit<SetupContent, "clock"> & { readonly clock: number };
  readonly script: Script;
  /** The project's own commands: the built-in ones that each stands for. */
  readonly customCommands: Readonly<Record<string, readonly Command[]>>;
  readonly turns: readonly ConversationTurn[];
}
