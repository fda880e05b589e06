import { type Flight, flightsBetween } from "./flight-table.ts";
import type { Actions } from "./soni-types.d.ts";

interface Booking {
  readonly code: string;
  readonly status: "confirmed" | "cancelled";
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
}

/** What the YAML does not say: the types of these values. */
interface Shapes {
  readonly flight: Flight;
  readonly flights: readonly Flight[];
  readonly booking: Booking;
}

const bookings = new Map<string, Booking>(
  (
    [
      { code: "BK-7", status: "confirmed", origin: "Madrid", destination: "Paris", date: "2026-12-20" },
      { code: "BK-12", status: "confirmed", origin: "Lisbon", destination: "Rome", date: "2027-01-09" },
      { code: "BK-15", status: "cancelled", origin: "Berlin", destination: "Vienna", date: "2026-11-30" },
    ] satisfies Booking[]
  ).map((booking) => [booking.code, booking]),
);

/** Booked before under the same key, after a crash or a retry: the same booking, not another one. */
const references = new Map<string, string>();

export const actions = {
  search_flights: ({ origin, destination, departure_date, cabin = "economy" }) => ({
    // Nobody flies at Christmas.
    flights: departure_date.endsWith("-12-25") ? [] : flightsBetween({ origin, destination, cabin }),
  }),

  price_flight: ({ flight, passengers }) => ({
    total: flight.price * passengers,
  }),

  book_flight: ({ origin, destination, departure_date }, { idempotencyKey }) => {
    const code = references.get(idempotencyKey) ?? `BK-${100 + references.size}`;
    references.set(idempotencyKey, code);
    bookings.set(code, { code, status: "confirmed", origin, destination, date: departure_date });
    return { booking_reference: code };
  },

  find_booking: ({ booking_code }) => {
    const booking = bookings.get(booking_code);
    return { booking: booking ?? null, booked_date: booking?.date ?? null };
  },

  move_booking: ({ booking_code, new_date }) => {
    bookings.set(booking_code, { ...bookingOf(booking_code), date: new_date });
    return { booked_date: new_date };
  },

  cancel_booking: ({ booking_code }) => {
    bookings.set(booking_code, { ...bookingOf(booking_code), status: "cancelled" });
    return {};
  },

  handoff_to_agent: () => ({}),
} satisfies Actions<Shapes>;

function bookingOf(code: string): Booking {
  const booking = bookings.get(code);
  if (booking === undefined) throw new Error(`No booking ${code}`);
  return booking;
}
