import { describe, expect, it } from "vitest";
import type { Json } from "../engine/json.ts";
import type { SlotType } from "../engine/slot-types/slot-types.ts";
import { quantityUnits } from "../engine/slot-types/units.ts";
import { type FormatContext, formatValue, textsFor } from "./locale.ts";

const contextFor = (language: string, timezone = "Europe/Madrid"): FormatContext => ({
  locale: language,
  timezone,
  words: textsFor(language).words,
});

const show = (value: Json, type: SlotType, language = "en"): string =>
  formatValue({ value, type }, contextFor(language));

describe("dates", () => {
  it.each([
    ["en", "December 20, 2026"],
    ["en-GB", "20 December 2026"],
    ["es", "20 de diciembre de 2026"],
  ])("are written out in the language and region: %s", (language, expected) => {
    expect(show("2026-12-20", "date", language)).toBe(expected);
  });

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("keep their day in %s", (timezone) => {
    expect(formatValue({ value: "2026-01-01", type: "date" }, contextFor("en", timezone))).toBe("January 1, 2026");
  });

  it("are found only where they are declared", () => {
    expect(show("2026-12-20", "any")).toBe("2026-12-20");
    expect(show("2026-12-20", "string")).toBe("2026-12-20");
    expect(show(["2026-12-20"], "list")).toBe("2026-12-20");
  });

  it.each(["2026-02-30", "***", "tomorrow", "20261-01-01"])("that are none are shown as they are: %s", (value) => {
    expect(show(value, "date")).toBe(value);
  });

  it("of the first centuries are not moved to the twentieth", () => {
    expect(show("0099-03-01", "date")).toContain("99");
    expect(show("0099-03-01", "date")).not.toContain("1999");
  });
});

describe("times", () => {
  it("follow the habit of the language", () => {
    expect(show("15:30", "time")).toBe("3:30 PM");
    expect(show("15:30:10", "time", "es")).toBe("15:30");
  });

  it.each(["25:00", "15:75", "noon"])("that are none are shown as they are: %s", (value) => {
    expect(show(value, "time")).toBe(value);
  });

  it("with a date and no offset are what the wall clock says", () => {
    expect(show("2026-12-20T15:30", "datetime")).toBe("December 20, 2026 at 3:30 PM");
    expect(show("2026-12-20T15:30", "datetime", "es")).toBe("20 de diciembre de 2026 a las 15:30");
  });

  it("with an offset are shown in the conversation's zone", () => {
    expect(show("2026-12-20T23:30:00Z", "datetime")).toBe("December 21, 2026 at 12:30 AM");
    expect(show("2026-12-20T10:00:00-05:00", "datetime")).toBe("December 20, 2026 at 4:00 PM");
  });

  it("that are only a date, or nothing known, still show", () => {
    expect(show("2026-12-20", "datetime")).toBe("December 20, 2026");
    expect(show("2026-02-30T10:00", "datetime")).toBe("2026-02-30T10:00");
    expect(show("later", "datetime")).toBe("later");
  });
});

describe("numbers", () => {
  it("of a price stay short", () => {
    expect(show(120, "any")).toBe("120");
    expect(show(99.5, "float")).toBe("99.5");
  });

  it("group and point as the language does", () => {
    expect(show(1234567.25, "float")).toBe("1,234,567.25");
    expect(show(1234567.25, "float", "es")).toBe("1.234.567,25");
  });

  it("lose no digit that they have, and gain none that they have not", () => {
    expect(show(40.416775, "float")).toBe("40.416775");
    expect(show(0.1 + 0.2, "float")).toBe("0.3");
    expect(show(9007199254740991, "integer")).toBe("9,007,199,254,740,991");
  });

  it("include zero", () => {
    expect(show(0, "integer")).toBe("0");
  });
});

describe("other values", () => {
  it("are words for booleans", () => {
    expect([show(true, "boolean"), show(false, "any")]).toEqual(["yes", "no"]);
    expect([show(true, "boolean", "es"), show(false, "boolean", "es")]).toEqual(["sí", "no"]);
  });

  it("are lists as people say them", () => {
    expect(show(["Madrid", "Paris", "Rome"], "list")).toBe("Madrid, Paris, and Rome");
    expect(show(["vuelo", "hotel"], "list", "es")).toBe("vuelo y hotel");
    expect(show([1000, true, null], "list")).toBe("1,000 and yes");
  });

  it("are compact texts for objects", () => {
    const flight = { airline_name: "Iberia", price: 1200, seat: { row: 3 }, stops: ["Rome"], note: null };
    expect(show(flight, "object")).toBe("airline name: Iberia, price: 1,200, seat: (row: 3), stops: (Rome)");
  });

  it("are nothing when missing", () => {
    expect([show(null, "date"), show(null, "any"), show([], "list"), show({}, "object")]).toEqual(["", "", "", ""]);
  });
});

describe("amounts", () => {
  const amount = (shown: { value: Json; type: SlotType; unit?: string; currency?: string }, language: string): string =>
    formatValue(shown, contextFor(language)).replaceAll("\u00a0", " ");

  it.each([
    ["en", "0.8 kg", "1,234.5 m²", "€49.90", "€50", "1 hour, 30 minutes", "14 days", "December 3 – 5, 2026"],
    ["es", "0,8 kg", "1234,5 m²", "49,90 €", "50 €", "1 hora y 30 minutos", "14 días", "3–5 de diciembre de 2026"],
    ["de", "0,8 kg", "1.234,5 m²", "49,90 €", "50 €", "1 Stunde, 30 Minuten", "14 Tage", "3.–5. Dezember 2026"],
    ["fr", "0,8 kg", "1 234,5 m²", "49,90 €", "50 €", "1 heure et 30 minutes", "14 jours", "3–5 décembre 2026"],
  ])("are written as people of the language do: %s", (language, ...expected) => {
    const shown = [
      amount({ value: 0.8, type: "quantity", unit: "kg" }, language),
      amount({ value: 1234.5, type: "quantity", unit: "m2" }, language),
      amount({ value: 49.9, type: "money", currency: "EUR" }, language),
      amount({ value: 50, type: "money", currency: "EUR" }, language),
      amount({ value: "PT1H30M", type: "duration" }, language),
      amount({ value: "P14D", type: "duration" }, language),
      amount({ value: { from: "2026-12-03", to: "2026-12-05" }, type: "date_range" }, language),
    ];
    expect(shown).toEqual(expected);
  });

  it("of no length, of one day, and such as are none, are shown too", () => {
    expect(amount({ value: "PT0S", type: "duration" }, "en")).toBe("0 minutes");
    expect(amount({ value: { from: "2026-12-03", to: "2026-12-03" }, type: "date_range" }, "en")).toBe(
      "December 3, 2026",
    );
    expect(amount({ value: "a while", type: "duration" }, "en")).toBe("a while");
    expect(amount({ value: "much", type: "money", currency: "EUR" }, "en")).toBe("much");
    expect(amount({ value: { from: "now" }, type: "date_range" }, "en")).toBe("from: now");
  });

  it("can be shown in every unit that an author may write", () => {
    for (const unit of quantityUnits) {
      expect(amount({ value: 2, type: "quantity", unit }, "de")).toMatch(/^2 ?\S/u);
    }
  });
});
