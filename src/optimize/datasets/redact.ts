/** Something in a text that names a person or opens a door, whatever slot it was meant for. */
export interface FoundSecret {
  readonly kind: "e-mail" | "card number" | "account number" | "telephone number" | "key";
  readonly start: number;
  readonly end: number;
}

/** Linear patterns; what they find is checked where digits alone prove little. */
const patterns: readonly {
  readonly kind: FoundSecret["kind"];
  readonly pattern: RegExp;
  readonly check?: (text: string) => boolean;
}[] = [
  { kind: "e-mail", pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g },
  { kind: "key", pattern: /\b(?:sk|pk|ghp|gho|xox[abp]|AKIA|eyJ)[-_A-Za-z0-9.]{16,512}/g },
  { kind: "account number", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g },
  { kind: "card number", pattern: /\b\d(?:[ -]?\d){12,18}\b/g, check: (text) => hasLuhnSum(text) },
  { kind: "telephone number", pattern: /\+\d(?:[ -]?\d){8,14}\b/g },
];

export const findPersonalData = (text: string): readonly FoundSecret[] => {
  const found: FoundSecret[] = [];
  for (const { kind, pattern, check } of patterns)
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const isTaken = found.some(({ start, end }) => index < end && index + match.length > start);
      if (!isTaken && (check === undefined || check(match)))
        found.push({ kind, start: index, end: index + match.length });
    }
  return found.sort((a, b) => a.start - b.start);
};

/** The text with a mask in each place. */
export const redactText = (text: string, mask: string): string =>
  findPersonalData(text)
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + mask + left.slice(end), text);

/** The check digit of payment cards. */
const hasLuhnSum = (text: string): boolean => {
  const digits = text.replace(/\D/g, "");
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) : Number(digit) * 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return digits.length >= 13 && sum % 10 === 0;
};
