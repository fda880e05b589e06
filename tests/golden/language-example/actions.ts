interface Search {
  readonly origin: string;
  readonly destination: string;
  readonly departure_date: string;
  readonly cabin?: string;
}

const prices: Readonly<Record<string, number>> = { "New York": 450, Rome: 95 };

export const actions = {
  /** Nobody flies at Christmas, and the airline's computer knows no flights to itself. */
  search_flights: async ({ origin, destination, departure_date, cabin }: Search) => {
    if (origin === destination) throw new Error("there are no flights to where you are");
    const price = (prices[destination] ?? 200) * (cabin === "business" ? 3 : 1);
    const flights = departure_date.endsWith("-12-25") ? [] : [{ to: destination, price }];
    return { flights, cheapest: flights[0] ?? null };
  },
  book_flight: {
    idempotent: true,
    run: async ({ flight }: { flight: { to: string; price: number } }) => ({ booking_reference: `${flight.to}-1` }),
  },
  handoff_to_agent: () => undefined,
};
