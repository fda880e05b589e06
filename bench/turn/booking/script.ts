/** Six messages that book a flight: the wish, four answers, and yes. */
export const questions = {
  origin: "Where do you fly from?",
  destination: "Where would you like to fly to?",
  day: "Which day?",
  passengers: "How many people fly?",
} as const;
export type Slot = keyof typeof questions;
export const slots = Object.keys(questions) as readonly Slot[];

export interface Trip {
  readonly origin: string;
  readonly destination: string;
  readonly day: string;
  readonly passengers: number;
}

export type BookingCommand =
  | { readonly type: "start_flow"; readonly flow: "book_flight" }
  | { readonly type: "set_slot"; readonly slot: Slot; readonly value: string | number }
  | { readonly type: "affirm" };

/** Understanding is scripted for all: each gets the command with the text. */
export interface BookingMessage {
  readonly text: string;
  readonly command: BookingCommand;
}

export const trip: Trip = { origin: "Madrid", destination: "Paris", day: "Friday", passengers: 2 };

export const messages: readonly BookingMessage[] = [
  { text: "I want to book a flight", command: { type: "start_flow", flow: "book_flight" } },
  ...slots.map(
    (slot): BookingMessage => ({
      text: `my ${slot} is ${trip[slot]}`,
      command: { type: "set_slot", slot, value: trip[slot] },
    }),
  ),
  { text: "yes, please", command: { type: "affirm" } },
];

export const summary = ({ origin, destination, day, passengers }: Trip): string =>
  `${origin} to ${destination} on ${day} for ${passengers}. Shall I book it?`;
export const booked = (reference: string): string => `Booked. Your reference is ${reference}.`;
export const sorry = "There is nothing to book.";
