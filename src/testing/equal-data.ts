import { isDeepStrictEqual } from "node:util";

/** Equal as data: the order of keys and the prototype do not matter. */
export const equalData = (left: unknown, right: unknown): boolean => isDeepStrictEqual(plain(left), plain(right));

/** What is left of a value in JSON; absent and null are the same. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
