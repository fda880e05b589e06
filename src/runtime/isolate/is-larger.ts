/**
 * Whether data takes more than this many characters as text, roughly. Stops as soon as that is known, so that a hundred
 * megabytes cost no more than one. What contains itself is left to those who look closer.
 */
export function isLarger(value: unknown, limit: number): boolean {
  let left = limit;
  const above = new Set<unknown>();
  const fits = (part: unknown): boolean => {
    left -= typeof part === "string" ? part.length : 4;
    if (left < 0) return false;
    if (typeof part !== "object" || part === null || above.has(part)) return true;
    if (ArrayBuffer.isView(part)) left -= part.byteLength;
    above.add(part);
    for (const [key, inner] of ArrayBuffer.isView(part) ? [] : Object.entries(part)) {
      left -= key.length;
      if (!fits(inner)) return false;
    }
    above.delete(part);
    return left >= 0;
  };
  return !fits(value);
}
