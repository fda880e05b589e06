const ticket = /^hd[\s-]?(\d{1,6})$/i;

/** `true` accepts a value; `false` rejects it with the slot's invalid_message. */
export const validators = {
  ticket_number: (value: string) => ticket.test(value.trim()),
};

/** The form in which a value is kept. */
export const normalizers = {
  ticket_number: (value: string) => value.trim().replace(ticket, "HD-$1"),
};
