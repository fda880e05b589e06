// Written by 'soni typegen' from the YAML of this folder. Edit the YAML instead, and run it again.
import type { ActionsOf, Json, JsonObject, NormalizersOf, ValidatorsOf } from "soni";

/** Values whose shape only code knows. Say what they are: `Assistant<{ name: YourType }>`. */
export type Shaped = never;

type Shape<Own, Name extends string, Otherwise> = Own extends { readonly [Each in Name]: infer Found } ? Found : Otherwise;
type Data = string | number | boolean | object | null;

export interface Assistant<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> {
  readonly slots: {
    readonly category: "computer" | "network" | "account";
    readonly problem: string;
    readonly ticket: string;
    readonly user_name: string;
    readonly new_ticket: string;
    readonly status: string;
    readonly known: boolean;
  };
  readonly sensitive: never;
  readonly flows: {
    readonly report_problem: { readonly slots: { readonly category: "computer" | "network" | "account"; readonly problem: string }; readonly inputs: { readonly [name: string]: never } };
    readonly check_ticket: { readonly slots: { readonly ticket: string }; readonly inputs: { readonly [name: string]: never } };
    readonly new_password: { readonly slots: { readonly user_name: string }; readonly inputs: { readonly [name: string]: never } };
  };
  readonly actions: {
    readonly create_ticket: { readonly input: { readonly category: "computer" | "network" | "account"; readonly problem: string }; readonly output: { readonly new_ticket: string | null } };
    readonly find_ticket: { readonly input: { readonly ticket: string }; readonly output: { readonly known: boolean | null; readonly status: string | null } };
    readonly send_password: { readonly input: { readonly user_name: string }; readonly output: Record<never, never> };
  };
  readonly validators: {
    readonly ticket_number: string;
  };
  readonly normalizers: {
    readonly ticket_number: { readonly input: string; readonly output: string };
  };
  readonly commands: Record<never, never>;
  readonly session: JsonObject;
}

/** For `export const actions = { ... } satisfies Actions`, in actions.ts. */
export type Actions<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> = ActionsOf<Assistant<Own>>;
/** The same for validators.ts. */
export type Validators = ValidatorsOf<Assistant>;
export type Normalizers = NormalizersOf<Assistant>;
