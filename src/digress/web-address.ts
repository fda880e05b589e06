/** An address that a user may be sent to, in the form browsers use; null for any other text, also `javascript:` and `file:`. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
