import { distance } from "fastest-levenshtein";

/** The nearest of the valid names, if one is near enough to be what was meant. */
export function nearest(wrong: string, valid: Iterable<string>): string | undefined {
  const plain = simplify(wrong);
  // Two swapped letters count as two changes, so that short names need that much room too.
  const allowed = plain.length < 4 ? 1 : Math.max(2, Math.floor(plain.length / 3));
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const name of valid) {
    const far = distance(plain, simplify(name));
    if (far <= allowed && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
}

/** `bookFlight`, `Book-Flight` and `book_flight` are the same name badly written. */
const simplify = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, "");

const mostListed = 12;

/** " Did you mean 'origin'?", or the valid names while they are few, or nothing. */
export function hint(suggestion: string | undefined, valid: Iterable<string>): string {
  if (suggestion !== undefined) return ` Did you mean '${suggestion}'?`;
  const names = [...valid];
  if (names.length === 0 || names.length > mostListed) return "";
  return names.length === 1 ? ` There is only '${names[0]}'.` : ` There are ${names.join(", ")}.`;
}
