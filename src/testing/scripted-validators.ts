import type { Normalizer, Validator } from "../engine/assistant/validation.ts";
import type { Json } from "../engine/json.ts";
import type { SetupContent } from "./conversation-schema.ts";
import { equalData } from "./equal-data.ts";

/** Validators that accept or reject what the test lists. */
export const scriptedValidators = (script: SetupContent["validators"] = {}): Readonly<Record<string, Validator>> =>
  Object.fromEntries(
    Object.entries(script).map(([name, { accepts, rejects = [], says, throws }]) => [
      name,
      (value: Json) => {
        if (throws !== undefined) throw new Error(throws);
        const listed = (values: readonly Json[]): boolean => values.some((each) => equalData(each, value));
        const fine = !listed(rejects) && (accepts === undefined || listed(accepts));
        return fine || (says ?? false);
      },
    ]),
  );

/** Normalizers by table; a value that is not in it stays as it is. */
export const scriptedNormalizers = (script: SetupContent["normalizers"] = {}): Readonly<Record<string, Normalizer>> =>
  Object.fromEntries(
    Object.entries(script).map(([name, table]) => [
      name,
      (value: Json) => (Object.hasOwn(table, String(value)) ? (table[String(value)] ?? null) : value),
    ]),
  );
