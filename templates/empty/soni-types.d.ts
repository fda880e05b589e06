// Written by 'soni typegen' from the YAML of this folder. Edit the YAML instead, and run it again.
import type { ActionsOf, Json, JsonObject, NormalizersOf, ValidatorsOf } from "soni";

/** Values whose shape only code knows. Say what they are: `Assistant<{ name: YourType }>`. */
export type Shaped = never;

type Shape<Own, Name extends string, Otherwise> = Own extends { readonly [Each in Name]: infer Found } ? Found : Otherwise;
type Data = string | number | boolean | object | null;

export interface Assistant<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> {
  readonly slots: {
    readonly name: string;
    readonly number_of_visits: number;
  };
  readonly sensitive: never;
  readonly flows: {
    readonly introduce: { readonly slots: { readonly name: string }; readonly inputs: { readonly [name: string]: never } };
  };
  readonly actions: {
    readonly count_visit: { readonly input: { readonly name: string }; readonly output: { readonly number_of_visits: number | null } };
  };
  readonly validators: Record<never, never>;
  readonly normalizers: Record<never, never>;
  readonly commands: Record<never, never>;
  readonly session: JsonObject;
}

/** For `export const actions = { ... } satisfies Actions`, in actions.ts. */
export type Actions<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> = ActionsOf<Assistant<Own>>;
/** The same for validators.ts. */
export type Validators = ValidatorsOf<Assistant>;
export type Normalizers = NormalizersOf<Assistant>;
