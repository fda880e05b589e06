import { describe, expect, it } from "vitest";
import { assistantOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { again, run } from "../../../tests/support/pure-run.ts";
import { begun } from "../../../tests/support/tasks.ts";
import { flowId } from "../ids.ts";
import type { Outcome } from "../state/outcome.ts";

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
const assistant = assistantOf(`
settings: { language: en }
slots:
${names.map((name) => `  ${name}: { type: string, description: "${name}", default: "${name.toUpperCase()}" }`).join("\n")}
responses:
  greeting: { default: "{a}", variations: ["{b}"], es: ["{c}"] }
flows:
  show:
    description: Show
    trigger: { intents: [show] }
    steps:
      - step: picture
        type: say
        message: "{a}"
        ui:
          buttons: [{ label: "{b}", command: { type: repeat } }]
          quick_replies: [{ label: "{c}", command: { type: repeat } }]
          card: { title: "{d}", text: "{e}", image: "https://example.com/{f}.png", buttons: [{ label: "{g}", command: { type: repeat } }] }
          image: { url: "https://example.com/{h}.png", alt: "{i}" }
      - step: row
        type: say
        ui: { carousel: [{ title: "{j}", buttons: [{ label: "{k}", command: { type: repeat } }] }] }
      - { step: words, type: say, response: greeting, rephrase: true }
      - { step: ask, type: collect, slot: l, force: true }
`);
const said = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => outcome.kind === "said");
const shown = run(begun(newDialogue(assistant), assistant, "show"), assistant);

describe("what is said", () => {
  it("takes the values of every text that may be shown: message, buttons, cards and images", () => {
    const [picture, row] = said(shown.said);
    expect(Object.keys(picture?.values ?? {})).toEqual(["a", "b", "c", "g", "d", "e", "f", "h", "i"]);
    expect(Object.keys(row?.values ?? {})).toEqual(["k", "j"]);
    expect(picture?.ui?.card?.title.source).toBe("{d}");
    expect(row).not.toHaveProperty("message");
  });

  it("takes those of a response in all its variations and languages", () => {
    const words = said(shown.said)[2];
    expect(Object.keys(words?.values ?? {})).toEqual(["a", "b", "c"]);
    expect(words).toMatchObject({ step: "words", response: "greeting", rephrase: true });
    expect(words).not.toHaveProperty("ui");
  });

  it("is said once, however often the task is replayed", () => {
    expect(said(shown.said)).toHaveLength(3);
    expect(said(run(again(shown.state, flowId("show_1")), assistant).said)).toEqual([]);
  });
});
