import { findCity } from "./flight-table.ts";
import type { Normalizers, Validators } from "./soni-types.d.ts";

const bookingCode = /^bk[\s-]?(\d{1,6})$/i;
const daysAhead = 330;

/** `true` accepts a value, `false` rejects it with the slot's invalid_message, a text rejects it in its own words. */
export const validators = {
  known_city: (city) => findCity(city) !== undefined,

  booking_code: (code) => bookingCode.test(code),

  bookable_day: (date, { now, timezone }) => {
    if (date < dayOf(now, timezone)) return "That day is over.";
    return date <= dayOf(now + daysAhead * 86_400_000, timezone) || "You can book up to eleven months ahead.";
  },
} satisfies Validators;

export const normalizers = {
  city_name: (city) => findCity(city) ?? city,
  booking_code: (code) => code.replace(bookingCode, "BK-$1"),
} satisfies Normalizers;

/** As 2026-12-20: days in this form compare as texts do. */
const dayOf = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(time);
