import { recipients } from "./ledger.ts";
import type { Normalizers, Validators } from "./soni-types.d.ts";

const findRecipient = (name: string): string | undefined =>
  recipients.find((recipient) => recipient.toLowerCase() === name.trim().toLowerCase());

/** `true` accepts a value, `false` rejects it with the slot's invalid_message, a text rejects it in its own words. */
export const validators = {
  known_recipient: (name) =>
    findRecipient(name) !== undefined || `${name} is not among your contacts: ${recipients.join(", ")}.`,
  four_digits: (digits) => /^\d{4}$/.test(digits),
} satisfies Validators;

export const normalizers = {
  recipient_name: (name) => findRecipient(name) ?? name,
} satisfies Normalizers;
