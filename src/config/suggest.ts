import { distance } from "fastest-levenshtein";

/** The nearest of the valid names, if one is near enough to be what was meant. */
export function nearest(wrong: string, valid: Iterable<string>): string | undefined {
  const plain = simplify(wrong);
  const allowed = Math.max(1, Math.floor(plain.length / 3));
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const name of valid) {
    const far = changesBetween(plain, simplify(name));
    if (far <= allowed && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
}

/** Two swapped letters are one slip, though two letters differ. */
function changesBetween(left: string, right: string): number {
  const changes = distance(left, right);
  return changes === 2 && left.length === right.length && sorted(left) === sorted(right) ? 1 : changes;
}

const sorted = (text: string): string => [...text].sort().join("");

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
