import { describe, expect, it } from "vitest";
import { conceptsIn } from "./concepts.ts";
import { vocabularyFor } from "./vocabulary-for.ts";
import { baseForms } from "./word-forms.ts";

describe("forms of a word", () => {
  it("lead back to the word that lists name", () => {
    expect(baseForms("moving")).toContain("move");
    expect(baseForms("stopped")).toContain("stop");
    expect(baseForms("calling")).toContain("call");
    expect(baseForms("companies")).toContain("company");
    expect(baseForms("boxes")).toContain("box");
  });

  it("don't turn one word into another", () => {
    expect(baseForms("planes")).not.toContain("plan");
    expect(baseForms("bring")).toEqual(["bring"]);
    expect(baseForms("bus")).toEqual(["bus"]);
  });

  it("find a listed phrase however it is bent", () => {
    const [concept] = conceptsIn("What if I am calling off?", vocabularyFor("en"));
    expect([...(concept?.alternatives.keys() ?? [])]).toContain("cancel");
  });
});
