// Written by 'soni typegen' from the YAML of this folder. Edit the YAML instead, and run it again.
import type { ActionsOf, Json, JsonObject, NormalizersOf, ValidatorsOf } from "soni";

/** Values whose shape only code knows. Say what they are: `Assistant<{ transaction: YourType }>`. */
export type Shaped = "transaction" | "enough" | "blocked" | "transactions";

type Shape<Own, Name extends string, Otherwise> = Own extends { readonly [Each in Name]: infer Found } ? Found : Otherwise;
type Data = string | number | boolean | object | null;

export interface Assistant<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> {
  readonly slots: {
    readonly account: "checking" | "savings" | "credit";
    readonly recipient: string;
    readonly amount: number;
    readonly concept: string;
    readonly card_type: "debit" | "credit";
    readonly card_last4: string;
    readonly reason: "lost" | "stolen" | "damaged";
    readonly transaction: Shape<Own, "transaction", JsonObject>;
    readonly balance: number;
    readonly balance_after: number;
    readonly transfer_reference: string;
    readonly enough: Shape<Own, "enough", Json>;
    readonly blocked: Shape<Own, "blocked", Json>;
    readonly transactions: Shape<Own, "transactions", Json>;
  };
  readonly sensitive: "card_last4";
  readonly flows: {
    readonly check_balance: { readonly slots: { readonly account: "checking" | "savings" | "credit" }; readonly inputs: { readonly [name: string]: never } };
    readonly transfer_money: { readonly slots: { readonly account: "checking" | "savings" | "credit"; readonly recipient: string; readonly amount: number; readonly concept: string }; readonly inputs: { readonly [name: string]: never } };
    readonly block_card: { readonly slots: { readonly card_type: "debit" | "credit"; readonly card_last4: string; readonly reason: "lost" | "stolen" | "damaged" }; readonly inputs: { readonly [name: string]: never } };
    readonly show_transactions: { readonly slots: { readonly account: "checking" | "savings" | "credit"; readonly transaction: Shape<Own, "transaction", JsonObject> }; readonly inputs: { readonly [name: string]: never } };
  };
  readonly actions: {
    readonly get_balance: { readonly input: { readonly account: "checking" | "savings" | "credit" }; readonly output: { readonly balance: number | null } };
    readonly check_funds: { readonly input: { readonly account: "checking" | "savings" | "credit"; readonly amount: number }; readonly output: { readonly enough: Shape<Own, "enough", Data> | null; readonly balance: number | null; readonly balance_after: number | null } };
    readonly send_money: { readonly input: { readonly recipient: string; readonly amount: number; readonly account: "checking" | "savings" | "credit"; readonly concept?: string }; readonly output: { readonly transfer_reference: string | null } };
    readonly block_card: { readonly input: { readonly card_type: "debit" | "credit"; readonly card_last4: string; readonly reason?: "lost" | "stolen" | "damaged" }; readonly output: { readonly blocked: Shape<Own, "blocked", Data> | null } };
    readonly list_transactions: { readonly input: { readonly account: "checking" | "savings" | "credit" }; readonly output: { readonly transactions: Shape<Own, "transactions", Data> | null } };
    readonly handoff_to_agent: { readonly input: Record<never, never>; readonly output: Record<never, never> };
  };
  readonly validators: {
    readonly known_recipient: string;
    readonly four_digits: string;
  };
  readonly normalizers: {
    readonly recipient_name: { readonly input: string; readonly output: string };
  };
  readonly commands: Record<never, never>;
  readonly session: JsonObject;
}

/** For `export const actions = { ... } satisfies Actions`, in actions.ts. */
export type Actions<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> = ActionsOf<Assistant<Own>>;
/** The same for validators.ts. */
export type Validators = ValidatorsOf<Assistant>;
export type Normalizers = NormalizersOf<Assistant>;
