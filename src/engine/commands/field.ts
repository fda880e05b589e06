import type { Json, JsonObject } from "../json.ts";

/**
 * What a field of a command holds. The schemas of channels, buttons and models follow from it, and so does how the command is typed
 * and shown.
 */
export type Field = { readonly optional?: true } & (
  | { readonly kind: "startable_flow" | "paused_flow" }
  /** The flow that a slot belongs to. */
  | { readonly kind: "owner" }
  /** One of several open tasks, by the id of a frame of it. */
  | { readonly kind: "instance" }
  | { readonly kind: "startable_flows" }
  /** A slot of a flow that is going on, or of the active one alone. */
  | { readonly kind: "slot" | "active_slot" }
  | { readonly kind: "value" | "values" }
  | { readonly kind: "text"; readonly longest: number }
  | { readonly kind: "one_of"; readonly values: readonly string[]; readonly usual: string }
  | { readonly kind: "flag" }
  | { readonly kind: "confidence" }
  /** The question that is answered: for machines, nobody types it. */
  | { readonly kind: "prompt" }
  /** The name and the arguments of a command that the project defines. */
  | { readonly kind: "own_name" | "own_arguments" }
);

export type Fields = Readonly<Record<string, Field>>;

interface Held {
  readonly startable_flow: string;
  readonly paused_flow: string;
  readonly owner: string;
  readonly instance: string;
  readonly startable_flows: readonly string[];
  readonly slot: string;
  readonly active_slot: string;
  readonly value: Json;
  readonly values: JsonObject;
  readonly text: string;
  readonly flag: boolean;
  readonly confidence: number;
  readonly prompt: string;
  readonly own_name: string;
  readonly own_arguments: JsonObject;
}

type ValueOf<Given extends Field> = Given extends { readonly kind: "one_of"; readonly values: readonly (infer One)[] }
  ? One
  : Held[Exclude<Given["kind"], "one_of">];

type OptionalIn<Given extends Fields> = {
  [Name in keyof Given]: Given[Name] extends { readonly optional: true } ? Name : never;
}[keyof Given];

/** The data of a command with these fields. */
export type DataOf<Given extends Fields> = {
  readonly [Name in Exclude<keyof Given, OptionalIn<Given>>]: ValueOf<Given[Name]>;
} & { readonly [Name in OptionalIn<Given>]?: ValueOf<Given[Name]> };

export const optional = <Given extends Field>(field: Given) => ({ ...field, optional: true }) as const;
export const text = (longest: number) => ({ kind: "text", longest }) as const;
/** One of these values; where none is given, the usual one. */
export const oneOf = <const Value extends string>(values: readonly Value[], usual: NoInfer<Value>) =>
  ({ kind: "one_of", values, usual }) as const;

export const startableFlow = { kind: "startable_flow" } as const;
export const startableFlows = { kind: "startable_flows" } as const;
export const pausedFlow = { kind: "paused_flow" } as const;
export const owner = { kind: "owner" } as const;
export const instance = { kind: "instance" } as const;
export const slot = { kind: "slot" } as const;
export const activeSlot = { kind: "active_slot" } as const;
export const value = { kind: "value" } as const;
export const values = { kind: "values" } as const;
export const flag = { kind: "flag" } as const;
export const confidence = { kind: "confidence" } as const;
export const prompt = { kind: "prompt" } as const;
