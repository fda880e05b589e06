import { slots, type Trip, trip } from "./script.ts";

/** The world outside: counts the bookings, and refuses one that is not what the user asked for. */
export interface Airline {
  book(wanted: Trip): Promise<{ readonly reference: string }>;
  bookings(): number;
  lastReference(): string;
}

export function createAirline(): Airline {
  let count = 0;
  const lastReference = () => `BK-${count}`;
  return {
    async book(wanted) {
      const wrong = slots.find((slot) => wanted[slot] !== trip[slot]);
      if (wrong !== undefined) throw new Error(`A booking with ${wrong} '${wanted[wrong]}'`);
      count += 1;
      return { reference: lastReference() };
    },
    bookings: () => count,
    lastReference,
  };
}
