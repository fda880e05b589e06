import type { Json } from "../json.ts";

/** What an author can write under a key of a step, by its kind, with what a key of that kind says besides. */
interface Kinds {
  /** Of a slot, an action, a flow, a function. */
  readonly name: unknown;
  /** The slot that the step fills with this. */
  readonly output: unknown;
  readonly text: unknown;
  readonly template: unknown;
  readonly expression: unknown;
  readonly target: unknown;
  readonly flag: unknown;
  /** A whole number from 1 on. */
  readonly count: unknown;
  readonly seconds: { readonly positive?: true };
  readonly one_of: { readonly values: readonly string[] };
  /** Any JSON; `"{{ expression }}"` is computed. */
  readonly value: unknown;
  /** Input to value, or a list of slots that go in under their own names. */
  readonly inputs: unknown;
  readonly ui: unknown;
  /** The steps of a loop. */
  readonly steps: unknown;
  readonly list: { readonly of: Key; readonly filled?: true };
  readonly map: { readonly of: Key };
  readonly object: { readonly keys: Keys };
  readonly either: { readonly of: readonly Key[] };
}

export type KeyKind = keyof Kinds;
export type KeyOf<Kind extends KeyKind> = {
  readonly [Each in Kind]: Kinds[Each] & {
    readonly kind: Each;
    readonly optional?: true;
    /** What it is where nobody writes it. */
    readonly usual?: Json;
    readonly about?: string;
  };
}[Kind];

/**
 * A key of a step. The schema that YAML is read by and the one that editors use follow from it, and of a project's own step also how
 * it is compiled.
 */
export type Key = KeyOf<KeyKind>;
export type Keys = Readonly<Record<string, Key>>;

interface Plain {
  readonly name: string;
  readonly output: string;
  readonly text: string;
  readonly template: string;
  readonly expression: string | number | boolean;
  readonly target: string;
  readonly flag: boolean;
  readonly count: number;
  readonly seconds: number;
  readonly value: Json;
  readonly inputs: Readonly<Record<string, Json>> | readonly string[];
  /** Read by whoever compiles it. */
  readonly ui: object;
  readonly steps: readonly unknown[];
}

type ContentOfKey<Given> = Given extends { readonly kind: "one_of"; readonly values: readonly (infer One)[] }
  ? One
  : Given extends { readonly kind: "list"; readonly of: infer Item }
    ? readonly ContentOfKey<Item>[]
    : Given extends { readonly kind: "map"; readonly of: infer Item }
      ? Readonly<Record<string, ContentOfKey<Item>>>
      : Given extends { readonly kind: "object"; readonly keys: infer Inner }
        ? ContentOf<Inner>
        : Given extends { readonly kind: "either"; readonly of: readonly (infer One)[] }
          ? ContentOfKey<One>
          : Given extends { readonly kind: infer Kind extends keyof Plain }
            ? Plain[Kind]
            : never;

type OptionalIn<Given> = {
  [Name in keyof Given]: Given[Name] extends { readonly optional: true } ? Name : never;
}[keyof Given];

/** What an author has written, once it is read by these keys. */
export type ContentOf<Given> = string extends keyof Given
  ? Readonly<Record<string, unknown>>
  : {
      readonly [Name in Exclude<keyof Given, OptionalIn<Given>>]: ContentOfKey<Given[Name]>;
    } & { readonly [Name in OptionalIn<Given>]?: ContentOfKey<Given[Name]> | undefined };

export const optional = <const Given extends Key>(key: Given, about?: string) =>
  ({ ...key, optional: true, ...(about === undefined ? {} : { about }) }) as Given & { readonly optional: true };

export const usually = <const Given extends Key>(key: Given, usual: Json, about?: string): Given => ({
  ...key,
  usual,
  ...(about === undefined ? {} : { about }),
});

export const name = { kind: "name" } as const;
export const output = { kind: "output" } as const;
export const text = { kind: "text" } as const;
export const template = { kind: "template" } as const;
export const expression = { kind: "expression" } as const;
export const target = { kind: "target" } as const;
export const flag = { kind: "flag" } as const;
export const count = { kind: "count" } as const;
export const seconds = { kind: "seconds" } as const;
export const positiveSeconds = { kind: "seconds", positive: true } as const;
export const value = { kind: "value" } as const;
export const inputs = { kind: "inputs" } as const;
export const ui = { kind: "ui" } as const;
export const steps = { kind: "steps" } as const;
export const oneOf = <const Value extends string>(values: readonly Value[]) => ({ kind: "one_of", values }) as const;
export const list = <const Item extends Key>(of: Item) => ({ kind: "list", of }) as const;
export const filledList = <const Item extends Key>(of: Item) => ({ kind: "list", of, filled: true }) as const;
export const map = <const Item extends Key>(of: Item) => ({ kind: "map", of }) as const;
export const object = <const Inner extends Keys>(keys: Inner) => ({ kind: "object", keys }) as const;
export const either = <const Each extends readonly Key[]>(...of: Each) => ({ kind: "either", of }) as const;
