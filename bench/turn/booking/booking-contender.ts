import type { Contender } from "../contender.ts";
import { type Airline, createAirline } from "./airline.ts";
import { type BookingMessage, booked, messages, questions, slots, summary, trip } from "./script.ts";

/** One way to hold the booking; the bench checks what it says and what it booked. */
export interface BookingAssistant {
  reply(conversationId: string, message: BookingMessage): Promise<string>;
  forget?(conversationIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What is said before the last turn: the four questions and the confirmation. */
const replies = [...slots.map((slot) => questions[slot]), summary(trip)];

/** Nobody is measured doing less: every reply is compared with the script's, and every booking is counted. */
export function bookingContender(open: (airline: Airline) => BookingAssistant): Contender {
  const airline = createAirline();
  const assistant = open(airline);
  return {
    async turn(conversationId, number) {
      const message = messages[number];
      if (message === undefined) throw new Error(`The booking has no turn ${number}`);
      const before = airline.bookings();
      const reply = await assistant.reply(conversationId, message);
      const last = number === messages.length - 1;
      const expected = last ? booked(airline.lastReference()) : replies[number];
      if (reply !== expected) throw new Error(`turn ${number} said '${reply}' instead of '${expected}'`);
      if (airline.bookings() - before !== (last ? 1 : 0)) throw new Error(`turn ${number} booked wrongly`);
    },
    effects: airline.bookings,
    forget: async (ids) => assistant.forget?.(ids),
    close: () => assistant.close(),
  };
}
