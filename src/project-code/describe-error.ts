/** Nobody reads more of an error in a log. */
const longest = 2_000;

/**
 * The message of an error. Project code can throw anything: a proxy, an object whose `message` throws, a text of 100 MB.
 * Never throws.
 */
export function describeError(error: unknown): string {
  return readText(() => (error instanceof Error ? error.message : String(error))) ?? "it threw something unreadable.";
}

/** Where it was thrown, for a log. Null if it does not say. */
export function stackOf(error: unknown): string | null {
  return readText(() => (error instanceof Error ? error.stack : undefined));
}

function readText(read: () => unknown): string | null {
  try {
    const text = read();
    return typeof text === "string" ? text.slice(0, longest) : null;
  } catch {
    return null;
  }
}
