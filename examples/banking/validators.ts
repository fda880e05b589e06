import { recipients } from "./ledger.ts";

const findRecipient = (name: string): string | undefined =>
  recipients.find((recipient) => recipient.toLowerCase() === name.trim().toLowerCase());

/** `true` accepts a value, `false` rejects it with the slot's invalid_message, a text rejects it in its own words. */
export const validators = {
  known_recipient: (name: string) =>
    findRecipient(name) !== undefined || `${name} is not among your contacts: ${recipients.join(", ")}.`,
  four_digits: (digits: string) => /^\d{4}$/.test(digits),
};

export const normalizers = {
  recipient_name: (name: string) => findRecipient(name) ?? name,
};
