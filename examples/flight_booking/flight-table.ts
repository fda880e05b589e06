/** The airline's timetable: which cities it flies between, when, and for how much. */
export interface Flight {
  readonly code: string;
  readonly departs: string;
  readonly price: number;
}

/** Cities with the other names that people use for them. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  Madrid: ["mad", "barajas"],
  Barcelona: ["bcn", "barna"],
  Lisbon: ["lisboa", "lis"],
  Paris: ["cdg", "orly"],
  London: ["londres", "lhr", "heathrow"],
  Rome: ["roma", "fco"],
  Berlin: ["ber"],
  Vienna: ["wien", "viena"],
  "New York": ["nyc", "nueva york", "jfk", "new york city"],
};

const cityByName: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([city, names]) => [
    [city.toLowerCase(), city],
    ...names.map((name): [string, string] => [name, city]),
  ]),
);

export const findCity = (name: string): string | undefined => cityByName.get(name.trim().toLowerCase());

const departures = ["07:15", "10:40", "13:05", "18:30", "21:50"];

/** The same question always has the same answer, so that conversations about it can be tests. */
export function flightsBetween(route: {
  readonly origin: string;
  readonly destination: string;
  readonly cabin: string;
}): readonly Flight[] {
  const number = numberOf(route.origin) * 100 + numberOf(route.destination) * 10;
  const base = 60 + ((numberOf(route.origin) * 7 + numberOf(route.destination) * 11) % 10) * 15;
  const factor = (isFar(route.origin) || isFar(route.destination) ? 4 : 1) * (route.cabin === "business" ? 3 : 1);
  return departures
    .map((departs, index) => ({ code: `SO${number + index}`, departs, price: (base + index * 10) * factor }))
    .sort((left, right) => left.price - right.price);
}

const numberOf = (city: string): number => Object.keys(otherNames).indexOf(city) + 1;
const isFar = (city: string): boolean => city === "New York";
