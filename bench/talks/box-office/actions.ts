export const actions = {
  sell_tickets: () => ({}),
  exchange_tickets: () => ({}),
  note_lost_thing: () => ({}),
};
