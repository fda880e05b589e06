import { describe, expect, it } from "vitest";
import { isTelling, replaceSecrets } from "./find-secrets.ts";

const masked = (text: string, ...values: (string | number)[]): string => replaceSecrets(text, values, () => "#");

describe("a secret in a text", () => {
  it("is found in any case, with any blanks, dashes and dots", () => {
    const iban = "ES9121000418450200051332";
    for (const said of ["es91 2100 0418 4502 0005 1332", "ES91-2100-0418-4502-0005-1332", iban, `is${iban}ok`])
      expect(masked(`It is ${said}.`, iban)).not.toMatch(/2100|1332/);
    expect(masked("It is ES91 2100 0418 4502 0005 1332, thanks", iban)).toBe("It is #, thanks");
  });

  it("is found with the grouping of a number, and with its decimals", () => {
    for (const said of ["1234567", "1,234,567", "1.234.567", "1 234 567"]) expect(masked(said, 1234567)).toBe("#");
    expect(masked("1.234,50 €", 1234.5)).toBe("# €");
  });

  it("is found as a date in the orders that people write", () => {
    for (const said of ["1980-08-12", "12/08/1980", "12.8.1980", "8/12/1980"])
      expect(masked(said, "1980-08-12")).toBe("#");
  });

  it("is not found inside of another number or word", () => {
    expect(masked("94711, 47112 and 4711", 4711)).toBe("94711, 47112 and #");
    expect(masked("Annabel and Anna", "Anna")).toBe("Annabel and #");
  });

  it("is not found inside of a reference", () => {
    expect(masked("\uFDD012\uFDD1 12", "12")).toBe("\uFDD012\uFDD1 #");
  });

  it("is looked for as it is if it is long, and its own characters mean nothing", () => {
    const long = "a+(b".repeat(60);
    expect(masked(`x ${long} y`, long)).toBe("x # y");
    expect(masked("really?! (a|b)!", "(a|b)!")).toBe("really?! #");
  });

  it("is telling from four letters or digits on", () => {
    expect(["471", 12, "a-b c", "4711", "1 2-34", 1234].map(isTelling)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
