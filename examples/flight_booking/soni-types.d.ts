// Written by 'soni typegen' from the YAML of this folder. Edit the YAML instead, and run it again.
import type { ActionsOf, Json, JsonObject, NormalizersOf, ValidatorsOf } from "soni";

/** Values whose shape only code knows. Say what they are: `Assistant<{ flight: YourType }>`. */
export type Shaped = "flight" | "flights" | "booking" | "code";

type Shape<Own, Name extends string, Otherwise> = Own extends { readonly [Each in Name]: infer Found } ? Found : Otherwise;
type Data = string | number | boolean | object | null;

export interface Assistant<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> {
  readonly slots: {
    readonly origin: string;
    readonly destination: string;
    readonly departure_date: string;
    readonly passengers: number;
    readonly cabin: "economy" | "business";
    readonly flight: Shape<Own, "flight", JsonObject>;
    readonly booking_code: string;
    readonly new_date: string;
    readonly booked_date: string;
    readonly total: number;
    readonly booking_reference: string;
    readonly flights: Shape<Own, "flights", Json>;
    readonly booking: Shape<Own, "booking", Json>;
    readonly code: Shape<Own, "code", Json>;
  };
  readonly sensitive: never;
  readonly flows: {
    readonly book_flight: { readonly slots: { readonly origin: string; readonly destination: string; readonly departure_date: string; readonly passengers: number; readonly cabin: "economy" | "business"; readonly flight: Shape<Own, "flight", JsonObject> }; readonly inputs: { readonly [name: string]: never } };
    readonly check_booking: { readonly slots: { readonly booking_code: string }; readonly inputs: { readonly booking_code?: string } };
    readonly change_date: { readonly slots: { readonly booking_code: string; readonly new_date: string }; readonly inputs: { readonly booking_code?: string } };
    readonly cancel_booking: { readonly slots: { readonly booking_code: string }; readonly inputs: { readonly booking_code?: string } };
    readonly find_a_booking: { readonly slots: { readonly booking_code: string }; readonly inputs: { readonly booking_code?: string } };
  };
  readonly actions: {
    readonly search_flights: { readonly input: { readonly origin: string; readonly destination: string; readonly departure_date: string; readonly cabin?: "economy" | "business" }; readonly output: { readonly flights: Shape<Own, "flights", Data> | null } };
    readonly price_flight: { readonly input: { readonly flight: Shape<Own, "flight", JsonObject>; readonly passengers: number }; readonly output: { readonly total: number | null } };
    readonly book_flight: { readonly input: { readonly flight: Shape<Own, "flight", JsonObject>; readonly origin: string; readonly destination: string; readonly departure_date: string; readonly passengers: number; readonly total: number }; readonly output: { readonly booking_reference: string | null } };
    readonly find_booking: { readonly input: { readonly booking_code: string }; readonly output: { readonly booking: Shape<Own, "booking", Data> | null; readonly booked_date: string | null } };
    readonly move_booking: { readonly input: { readonly booking_code: string; readonly new_date: string }; readonly output: { readonly booked_date: string | null } };
    readonly cancel_booking: { readonly input: { readonly booking_code: string }; readonly output: Record<never, never> };
    readonly handoff_to_agent: { readonly input: Record<never, never>; readonly output: Record<never, never> };
  };
  readonly validators: {
    readonly known_city: string;
    readonly bookable_day: string;
    readonly booking_code: string;
  };
  readonly normalizers: {
    readonly city_name: { readonly input: string; readonly output: string };
    readonly booking_code: { readonly input: string; readonly output: string };
  };
  readonly commands: Record<never, never>;
  readonly session: JsonObject;
}

/** For `export const actions = { ... } satisfies Actions`, in actions.ts. */
export type Actions<Own extends { readonly [Name in Shaped]?: unknown } = Record<never, never>> = ActionsOf<Assistant<Own>>;
/** The same for validators.ts. */
export type Validators = ValidatorsOf<Assistant>;
export type Normalizers = NormalizersOf<Assistant>;
