import { describe, expect, it } from "vitest";
import { linkParts } from "./shown-text.ts";

const fees = { title: "Fees", url: "https://bank.example/fees" };

describe("links in a text", () => {
  it("are its web addresses, without the full stop after them", () => {
    expect(linkParts("See https://a.example/x?y=1. Thanks!")).toEqual([
      "See ",
      { label: "https://a.example/x?y=1", url: "https://a.example/x?y=1" },
      ". Thanks!",
    ]);
  });

  it("are the title of the page that an answer was read from, in place of its address", () => {
    expect(linkParts("Transfers are free.\nFees (https://bank.example/fees)", fees)).toEqual([
      "Transfers are free.\n",
      { label: "Fees", url: "https://bank.example/fees" },
    ]);
  });

  it.each(["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//a.example"])(
    "never lead to %s",
    (url) => {
      const text = `Free.\nFees (${url})`;
      expect(linkParts(text, { title: "Fees", url })).toEqual([text]);
    },
  );

  it("stay plain where the text does not end with the source", () => {
    expect(linkParts("Transfers are free.", fees)).toEqual(["Transfers are free."]);
    expect(linkParts("", fees)).toEqual([]);
  });
});
