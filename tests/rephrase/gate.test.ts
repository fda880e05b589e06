import { describe, expect, it } from "vitest";
import { faultOf, type GateReason } from "../../src/respond/rephrase-gate.ts";

const booked = "Your flight from Madrid to Paris on 3 May 2026 costs 120.50 euros. The reference is R1.";
const values = ["Madrid", "Paris", "3 May 2026", "120.50", "R1"];
const judge = (text: string) => faultOf({ original: booked, text, values, language: "en" });

describe("another wording that may go out", () => {
  it.each([
    booked,
    "Great, your flight from Madrid to Paris on 3 May 2026 costs 120.50 euros. Your reference is R1.",
    "Thanks! The flight from Madrid to Paris on 3 May 2026 has a price of 120.50 euros. The reference is R1.",
    "Here it is: from Madrid to Paris on 3 May 2026, the cost is 120.50 euros, and the reference is R1.",
  ])("%s", (text) => expect(judge(text)).toBeNull());

  it("is in Spanish where the message is", () => {
    const original = "Tu vuelo de Madrid a París cuesta 120 euros.";
    const wording = { original, values: ["Madrid", "París", "120"], language: "es-MX" };
    expect(faultOf({ ...wording, text: "Perfecto, el vuelo de Madrid a París te cuesta 120 euros." })).toBeNull();
    expect(faultOf({ ...wording, text: "Perfecto, el vuelo de Madrid a París cuesta 12 euros." })).toBe("value");
    expect(faultOf({ ...wording, text: "Tu vuelo de Madrid a París no cuesta 120 euros." })).toBe("fact");
    expect(faultOf({ ...wording, text: "Te enviaré el vuelo de Madrid a París, cuesta 120 euros." })).toBe("offer");
    expect(faultOf({ ...wording, text: "Your flight de Madrid a París is at 120 euros." })).not.toBeNull();
  });
});

describe("another wording that must not go out", () => {
  const bad: readonly (readonly [GateReason, string])[] = [
    ["empty", ""],
    ["empty", " ... "],
    ["length", "Booked."],
    [
      "length",
      `${booked} It is a very pleasant flight over the mountains, and the view is as fine as one could hope for.`,
    ],
    ["value", booked.replace("120.50", "12.50")],
    ["value", booked.replace("120.50", "1120.50")],
    ["value", booked.replace("120.50", "-120.50")],
    ["value", booked.replace("R1", "R12")],
    ["value", booked.replace("Madrid", "Barcelona")],
    ["value", booked.replace("Madrid", "madrid")],
    ["value", booked.replace(" on 3 May 2026", "")],
    ["value", "Your flight from Paris to Madrid on 3 May 2026 costs 120.50 euros. The reference is R1."],
    ["value_role", "Your flight to Madrid from Paris on 3 May 2026 costs 120.50 euros. The reference is R1."],
    ["number", booked.replace("Your flight", "Your flight 7")],
    ["number", booked.replace("120.50 euros", "120.50 euros $")],
    ["address", booked.replace("R1.", "R1, see soni.example")],
    ["address", booked.replace("R1.", "R1, see https://a.b/c")],
    ["markup", booked.replace("R1", "**R1**")],
    ["markup", booked.replace("Your", "<b>Your")],
    ["markup", `${booked} 🎉`],
    ["markup", booked.replace("flight", "fli\u202eght")],
    ["question", booked.replace("R1.", "R1, right?")],
    ["fact", booked.replace("costs", "does not cost")],
    ["fact", booked.replace("costs", "costs about")],
    ["fact", booked.replace("euros", "dollars")],
    ["fact", booked.replace("Your flight", "Your two flights")],
    ["offer", booked.replace("The reference", "I'll see to it. Reference")],
    ["offer", booked.replace("Your flight", "Your refundable flight")],
    ["offer", booked.replace("R1.", "R1. Let me know.")],
    ["name", booked.replace("Your flight", "Your Iberia flight")],
    ["name", booked.replace("Your flight", "Iberia: Your flight")],
    ["name", booked.replace("The reference", "Iberia has it. The reference")],
  ];
  it.each(bad)("%s: %s", (reason, text) => expect(judge(text)).toBe(reason));

  it("is in a language that the message is not in", () => {
    const original = "Your card is blocked.";
    const foreign = [
      "Su tarjeta está bloqueada.",
      "Votre carte est bloquée.",
      "Ihre Karte ist gesperrt.",
      "Карта закрыта сейчас.",
    ];
    for (const text of foreign) expect(faultOf({ original, text, values: [], language: "en" })).not.toBeNull();
  });

  it("cannot be judged: nobody wrote down the words of its language, or a value is glued to others", () => {
    expect(faultOf({ original: "Fertig.", text: "Fertig.", values: [], language: "de" })).toBe("language");
    expect(faultOf({ original: "It is 5EUR.", text: "It is 5EUR.", values: ["5"], language: "en" })).toBe("value");
  });

  it("loses the question or the negation that was there", () => {
    const original = "Your card can't be used now. Is that fine?";
    const judged = (text: string) => faultOf({ original, text, values: [], language: "en" });
    expect(judged("Your card cannot be used now. Is that fine?")).toBeNull();
    expect(judged("Your card can be used now. Is that fine?")).toBe("fact");
    expect(judged("Your card can be used now. Is that not fine?")).toBe("fact");
    expect(judged("Your card can't be used now. That is fine.")).toBe("question");
  });
});
