const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `40m`, `1h 30m`: milliseconds, or null if it is no duration. */
export function parseDuration(text: string): number | null {
  if (!/^\s*(?:\d+\s*[smhd]\s*)+$/.test(text)) return null;
  return [...text.matchAll(/(?<!\d)(\d+)\s*([smhd])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0),
    0,
  );
}
