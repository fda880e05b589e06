import { InvalidArgumentError } from "commander";

/** How many to list, as it is typed. */
export function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError("It takes a whole number from 1 up.");
  return limit;
}
