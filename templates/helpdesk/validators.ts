import type { Normalizers, Validators } from "./soni-types.d.ts";

const ticket = /^hd[\s-]?(\d{1,6})$/i;

/** `true` accepts a value; `false` rejects it with the slot's invalid_message. */
export const validators = {
  ticket_number: (value) => ticket.test(value.trim()),
} satisfies Validators;

/** The form in which a value is kept. */
export const normalizers = {
  ticket_number: (value) => value.trim().replace(ticket, "HD-$1"),
} satisfies Normalizers;
