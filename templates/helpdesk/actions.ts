import type { Actions } from "./soni-types.d.ts";

/** Stands for the system that the tickets are in. */
const tickets = new Map([
  ["HD-1001", "waiting for a new keyboard"],
  ["HD-1002", "solved"],
]);

/** Created before under the same key, after a crash or a retry: the same ticket, not another one. */
const created = new Map<string, string>();

export const actions = {
  create_ticket: ({ category, problem }, { idempotencyKey }) => {
    const before = created.get(idempotencyKey);
    if (before !== undefined) return { new_ticket: before };
    const new_ticket = `HD-${1001 + tickets.size}`;
    tickets.set(new_ticket, `new, about ${category}: ${problem}`);
    created.set(idempotencyKey, new_ticket);
    return { new_ticket };
  },

  find_ticket: ({ ticket }) => ({
    known: tickets.has(ticket),
    status: tickets.get(ticket) ?? "",
  }),

  send_password: () => ({}),
} satisfies Actions;
