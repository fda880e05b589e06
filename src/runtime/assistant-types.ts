import type { ActionContext } from "../engine/assistant/action.ts";
import type { ValidationContext } from "../engine/assistant/validation.ts";
import type { CommandOf, CommandType } from "../engine/commands/command.ts";
import type { Json, JsonObject } from "../engine/json.ts";
import type { PublicFrame, PublicState, TurnResult } from "../engine/state/public-state.ts";
import type { ActionDefinition } from "../turn/action-definition.ts";
import type { MessageInput, OpenConversationInput, Soni, StartFlowInput } from "./soni.ts";

/** The inputs and outputs of one action. */
interface ActionTypes {
  readonly input: object;
  readonly output: object;
}

/** What a program may give a flow that it starts. */
interface FlowTypes {
  readonly slots: object;
  readonly inputs: object;
}

/** The types of one assistant, as `soni typegen` writes them from its YAML. */
export interface AssistantTypes {
  readonly slots: object;
  /** The slots whose values the public state masks. */
  readonly sensitive: string;
  readonly flows: Readonly<Record<string, FlowTypes>>;
  readonly actions: Readonly<Record<string, ActionTypes>>;
  /** The value that each validator looks at. */
  readonly validators: object;
  readonly normalizers: Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;
  /** The arguments of each command of the project's own. */
  readonly commands: object;
  readonly session: object;
}

/** Any assistant: names are texts, values are JSON. */
export interface AnyAssistant extends AssistantTypes {
  readonly slots: JsonObject;
  readonly sensitive: never;
  readonly flows: Readonly<Record<string, { readonly slots: JsonObject; readonly inputs: JsonObject }>>;
  readonly actions: Readonly<Record<string, { readonly input: Record<string, Json>; readonly output: object }>>;
  readonly validators: Readonly<Record<string, never>>;
  readonly normalizers: Readonly<Record<string, { readonly input: never; readonly output: Json }>>;
  readonly commands: Readonly<Record<string, JsonObject>>;
  readonly session: JsonObject;
}

type Actions<Types> = Types extends { readonly actions: infer Found } ? Found : never;
type Session<Types> = Types extends { readonly session: infer Found } ? Found : JsonObject;
type Soon<Value> = Value | Promise<Value>;

/** Of a function without a return statement: an action without outputs may be one. */
type Nothing = ReturnType<() => void>;
type Output<Contract extends ActionTypes> =
  Record<never, never> extends Contract["output"] ? object | Nothing : Contract["output"];

type Run<Types, Contract extends ActionTypes> = (
  input: Contract["input"],
  context: Omit<ActionContext, "session"> & { readonly session: Session<Types> },
) => Soon<Output<Contract>>;

/** The record that actions.ts exports. */
export type ActionsOf<Types> = {
  readonly [Name in keyof Actions<Types>]: Actions<Types>[Name] extends ActionTypes
    ?
        | Run<Types, Actions<Types>[Name]>
        | (Omit<ActionDefinition, "run"> & { readonly run: Run<Types, Actions<Types>[Name]> })
    : never;
};

type Context<Types extends AssistantTypes> = Omit<ValidationContext, "slot" | "slots" | "session"> & {
  readonly slot: keyof Types["slots"] & string;
  readonly slots: Partial<Types["slots"]>;
  readonly session: Types["session"];
};

/** The record `validators` that validators.ts exports. */
export type ValidatorsOf<Types extends AssistantTypes> = {
  readonly [Name in keyof Types["validators"]]: (
    value: Types["validators"][Name],
    context: Context<Types>,
  ) => Soon<boolean | string>;
};

/** The record `normalizers` that validators.ts exports. */
export type NormalizersOf<Types extends AssistantTypes> = {
  readonly [Name in keyof Types["normalizers"]]: (
    value: Types["normalizers"][Name]["input"],
    context: Context<Types>,
  ) => Soon<Types["normalizers"][Name]["output"]>;
};

type FlowName<Types extends AssistantTypes> = keyof Types["flows"] & string;

/** What a user or a program may give for the slots: also words that the type reads, as "two" for 2. */
type Given<Slots> = { readonly [Name in keyof Slots]?: GivenFor<Slots[Name]> };
type GivenFor<Value> = [Value] extends [string] ? Value | (string & Record<never, never>) : Value | string;

interface Narrowed<Types extends AssistantTypes> {
  readonly flow: FlowName<Types>;
  readonly flows: readonly FlowName<Types>[];
  readonly slot: keyof Types["slots"] & string;
  readonly slots: Given<Types["slots"]>;
  readonly name: keyof Types["commands"] & string;
}
type Narrow<Types extends AssistantTypes, Fields> = {
  readonly [Key in keyof Fields]: Key extends keyof Narrowed<Types> ? Narrowed<Types>[Key] : Fields[Key];
};

/** A command that names flows, slots and own commands of this assistant only. */
export type CommandIn<Types extends AssistantTypes> = {
  readonly [Type in CommandType]: Narrow<Types, CommandOf<Type>>;
}[CommandType];

type Shown<Types extends AssistantTypes> = {
  readonly [Name in keyof Types["slots"]]?: Name extends Types["sensitive"] ? string : Types["slots"][Name];
};

/** The public state, with the names and values of this assistant. Sensitive values are texts: they are masked. */
export type StateOf<Types extends AssistantTypes> = Omit<PublicState, "flowStack" | "flowSlots" | "session"> & {
  readonly flowStack: readonly (Omit<PublicFrame, "flow"> & { readonly flow: FlowName<Types> })[];
  readonly flowSlots: { readonly [FlowId in keyof PublicState["flowSlots"]]: Shown<Types> };
  readonly session: Types["session"];
};

type ResultOf<Types extends AssistantTypes> = Omit<TurnResult, "state"> & { readonly state: StateOf<Types> };
type SessionIn<Types extends AssistantTypes, Input> = Omit<Input, "session"> & { readonly session?: Types["session"] };

/** The flow and what it takes belong together. */
type StartIn<Types extends AssistantTypes, Name extends FlowName<Types>> = Omit<
  SessionIn<Types, StartFlowInput>,
  "flow" | "slots" | "inputs"
> & {
  readonly flow: Name;
  readonly slots?: Given<Types["flows"][Name]["slots"]>;
  readonly inputs?: Partial<Types["flows"][Name]["inputs"]>;
};

interface TypedMethods<Types extends AssistantTypes> {
  openConversation(input: SessionIn<Types, OpenConversationInput>): Promise<ResultOf<Types>>;
  processMessage(
    input: Omit<SessionIn<Types, MessageInput>, "command"> & {
      readonly command?: CommandIn<Types> | readonly CommandIn<Types>[];
    },
  ): Promise<ResultOf<Types>>;
  startFlow<Name extends FlowName<Types>>(input: StartIn<Types, Name>): Promise<ResultOf<Types>>;
  releaseHandoff(conversationId: string): Promise<ResultOf<Types>>;
  getState(conversationId: string): Promise<StateOf<Types> | null>;
}

/** A running assistant whose types are known; without them, as any other. */
export type SoniOf<Types extends AssistantTypes> = AnyAssistant extends Types
  ? Soni
  : Omit<Soni, keyof TypedMethods<Types>> & TypedMethods<Types>;
