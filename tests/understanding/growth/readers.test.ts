import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEmbeddedKnowledgeBase } from "../../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { SlotType } from "../../../src/engine/slot-types/slot-types.ts";
import { normaliseText } from "../../../src/language/normalise-text.ts";
import { read } from "../../../src/language/read.ts";
import { detectLanguage } from "../../../src/respond/detect-language.ts";
import { faultOf } from "../../../src/respond/rephrase-gate.ts";
import { coerce } from "../../../src/turn/values/prepare-command.ts";
import { chosenOption } from "../../../src/understand/embedded/chosen-option.ts";
import { isWhole, seed } from "../../chaos/seed.ts";
import { nastyTexts } from "../../support/nasty-texts/nasty-texts.ts";
import { unitTexts } from "../../support/nasty-texts/nasty-units.ts";
import { growsTooFast, measureGrowth } from "./measure-growth.ts";
import { situations } from "./situations.ts";

const whole = isWhole("SONI_GROWTH");
const texts = [...unitTexts(), ...nastyTexts(100, seed + 2)].filter((_, index) => whole || index % 5 === 0);
const moment = { now: Date.parse("2026-11-16T10:00:00+01:00"), timezone: "Europe/Madrid" };
const types: readonly SlotType[] = ["string", "integer", "boolean", "date", "time", "datetime", "list", "categorical"];
const values = ["economy", "premium economy"].map((value) => ({ value, synonyms: ["cheap"] }));
const awaiting = situations.get("choice")?.awaiting;
const options = awaiting?.kind === "choice" ? awaiting.options : [];

/** Everything else that reads what users write. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "the one form of a text": normaliseText,
  "values in their type": (text) => {
    for (const type of types)
      for (const language of ["en", "es"]) coerce({ type, values }, text, { ...moment, language });
  },
  "answers among marks that turn them round": (text) => {
    for (const language of ["en", "es", "de", "fr"]) read("yes_no", text, { ...moment, language });
  },
  "a choice among options": (text) => chosenOption(text, options),
  "the language of a message": (text) => detectLanguage(text, "en"),
  "the gate of rewordings": (text) =>
    faultOf({
      original: `Hello ${text}, your flight is booked.`,
      text: `Hi ${text}, it is booked.`,
      values: [text],
      language: "en",
    }),
};

const timeout = whole ? 1_800_000 : 120_000;

describe("what reading a text costs grows no faster than the text", () => {
  it.each(Object.entries(readers))("%s", { timeout }, async (_, read) => {
    const slow = [];
    for (const { name, ofLength } of texts) {
      const growth = await measureGrowth(ofLength, read);
      const again = growsTooFast(growth) ? await measureGrowth(ofLength, read, 9) : growth;
      if (growsTooFast(again)) slow.push({ name, ...again });
    }
    expect(slow).toEqual([]);
  });

  it("a search in documents", { timeout }, async () => {
    const folder = join(import.meta.dirname, "../../../examples/flight_booking");
    const base = await createEmbeddedKnowledgeBase({
      folder,
      sources: [{ path: "knowledge" }] as never,
      vectors: null,
      indexPath: ":memory:",
    });
    const slow = [];
    for (const { name, ofLength } of texts) {
      const growth = await measureGrowth(ofLength, (text) => base.rank(text));
      const again = growsTooFast(growth) ? await measureGrowth(ofLength, (text) => base.rank(text), 9) : growth;
      if (growsTooFast(again)) slow.push({ name, ...again });
    }
    await base.close();
    expect(slow).toEqual([]);
  });
});
