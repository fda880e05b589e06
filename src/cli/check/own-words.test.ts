import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../config/parse-assistant.ts";
import type { Understanding } from "../../understand/understander.ts";
import { misreadBy } from "./own-words.ts";

const { assistant } = parseAssistant([
  {
    file: "soni.yaml",
    text: `version: "1.0"
slots:
  city: { type: string, description: City, examples: [Rome] }
  day: { type: date, description: Day, examples: [tomorrow] }
  tag: { type: string, description: Tag }
flows:
  fly:
    description: Fly somewhere
    trigger: { intents: ["fly to {city} on {day}", "a flight with {tag}"] }
    steps: [{ step: a, type: collect, slot: city }, { step: b, type: collect, slot: day }, { step: c, type: collect, slot: tag }]
  drive:
    description: Drive somewhere
    trigger: { intents: [drive] }
    steps: [{ step: a, type: collect, slot: city }]
`,
  },
]);

const readAs = async (answers: Readonly<Record<string, Partial<Understanding>>>) => {
  if (assistant === null) throw new Error("it does not load");
  const heard: string[] = [];
  const misread = await misreadBy(
    {
      understand: async ({ message }) => {
        heard.push(message);
        return { commands: [], confidence: 1, ...answers[message] };
      },
    },
    assistant,
  );
  return { heard, misread: misread.map(({ code, text }) => `${code} ${text}`) };
};

const sound: Readonly<Record<string, Partial<Understanding>>> = {
  "fly to Rome on tomorrow": { commands: [{ type: "start_flow", flow: "fly" }] },
  drive: { commands: [{ type: "start_flow", flow: "drive" }] },
  Rome: { commands: [{ type: "set_slot", slot: "city", value: "rome" }] },
  tomorrow: { commands: [{ type: "set_slot", slot: "day", value: "2026-11-19" }] },
};

describe("own words", () => {
  it("that are read as they are meant are no finding, and slots stand for their examples", async () => {
    const { heard, misread } = await readAs(sound);
    expect(misread).toEqual([]);
    // Nothing can stand for a text of which no example is known.
    expect(heard.toSorted()).toEqual(["Rome", "drive", "fly to Rome on tomorrow", "tomorrow"]);
  });

  it("that start another flow, or are as likely to, collide", async () => {
    const other = { ...sound, drive: { commands: [{ type: "start_flow", flow: "fly" }] } } as const;
    expect((await readAs(other)).misread).toEqual(["words.collision drive"]);
    const both = { ...sound, drive: { commands: [{ type: "choose_flow", flows: ["fly", "drive"] }] } } as const;
    expect((await readAs(both)).misread).toEqual(["words.collision drive"]);
  });

  it("that start nothing, or not surely, are named", async () => {
    expect((await readAs({ ...sound, drive: { commands: [{ type: "repeat" }] } })).misread).toEqual([
      "words.not_started drive",
    ]);
    const unsure = { commands: [{ type: "start_flow", flow: "drive", confidence: 0.5 }] } as const;
    expect((await readAs({ ...sound, drive: unsure })).misread).toEqual(["words.not_started drive"]);
  });

  it("that are examples of a slot have to be values of it", async () => {
    expect((await readAs({ ...sound, Rome: {}, tomorrow: { commands: [{ type: "affirm" }] } })).misread).toEqual([
      "words.not_read Rome",
      "words.not_read tomorrow",
    ]);
  });

  it("that nobody could read just now say nothing", async () => {
    expect((await readAs({ ...sound, drive: { unavailable: "overloaded" } })).misread).toEqual([]);
  });
});
