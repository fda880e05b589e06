/** Every table that holds something of a conversation: all of them are emptied of it on deletion, in this order. */
export const postgresTables = [
  "lease",
  "conversation",
  "open_message",
  "turn",
  "ledger",
  "quarantine",
  "history",
  "history_write",
] as const;
