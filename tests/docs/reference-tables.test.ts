import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { divergenceKinds } from "../../src/cli/replay/compare-turns.ts";
import { actionSchema } from "../../src/config/schema/action.ts";
import { flowSchema } from "../../src/config/schema/flow.ts";
import { patternsSchema, settingsSchema } from "../../src/config/schema/settings.ts";
import { slotSchema } from "../../src/config/schema/slot.ts";
import { stepWords } from "../../src/config/schema/step.ts";
import { patternPlaceholders } from "../../src/engine/assistant/pattern-placeholders.ts";
import { commands } from "../../src/engine/commands/commands.ts";
import { streamNames } from "../../src/engine/state/event.ts";
import { fileSchema, turnSchema } from "../../src/testing/conversation-schema.ts";
import { exploredKinds } from "../../src/testing/explore/judge-turn.ts";
import { deviations, usersFileSchema } from "../../src/testing/simulate/users.ts";
import { blocksIn, codesIn, read, rowsOf, unionOf } from "./pages.ts";

describe("docs/commands.md", () => {
  const page = read("docs/commands.md");
  const refusals = unionOf("src/engine/commands/command.ts", "RefusalCode");

  it("explains every refusal code, and no other", () => {
    const explained = rowsOf(page, "| code | the command was refused because |").map(([code = ""]) => codesIn(code)[0]);
    expect(refusals.length).toBeGreaterThan(10);
    expect(explained.toSorted()).toEqual(refusals.toSorted());
  });

  it("lists every command, with refusals that exist", () => {
    const rows = rowsOf(page, "| command | effect | refused with |");
    expect(rows.map(([name = ""]) => codesIn(name)[0]).toSorted()).toEqual(Object.keys(commands).toSorted());
    const named = rows.flatMap(([, , codes = ""]) => codesIn(codes)).filter((code) => code.includes("."));
    expect(named.filter((code) => !refusals.includes(code))).toEqual([]);
  });
});

describe("docs/actions.md", () => {
  it("explains every way an action fails", () => {
    const explained = rowsOf(read("docs/actions.md"), "| code | when |").map(([code = ""]) => codesIn(code)[0]);
    expect(explained.toSorted()).toEqual(unionOf("src/engine/assistant/action.ts", "ActionErrorCode").toSorted());
  });
});

describe("docs/events.md", () => {
  const source = read("src/engine/state/event.ts");
  const rows = rowsOf(read("docs/events.md"), "| event | fields | told by | when |");
  const [, union = ""] = /export type ConversationEvent =(.*?)\n\nexport type/s.exec(source) ?? [];

  it("lists every event with all its fields", () => {
    const [, ...members] = union.split(/readonly type: /);
    const events = members.map((member) => [
      /"(\w+)"/.exec(member)?.[1],
      [...member.matchAll(/readonly (\w+)\??:/g)].map(([, field]) => field),
    ]);
    expect(events.length).toBeGreaterThan(20);
    expect(rows.map(([name = "", fields = ""]) => [codesIn(name)[0], codesIn(fields)])).toEqual(events);
  });

  it("says who is told", () => {
    const toldBy = (who: string): readonly (string | undefined)[] =>
      rows.filter(([, , told = ""]) => told.split(", ").includes(who)).map(([name = ""]) => codesIn(name)[0]);
    const [, unrecorded = ""] = /\ntype Unrecorded =(.*?);/s.exec(source) ?? [];
    const all = rows.map(([name = ""]) => codesIn(name)[0]);
    expect(toldBy("trace")).toEqual(all.filter((type) => !unrecorded.includes(`"${type}"`)));
    const observed = [...unionOf("src/engine/state/event.ts", "Observed"), "understood", "sentence"];
    expect(toldBy("observers").toSorted()).toEqual(observed.toSorted());
    expect(toldBy("stream").toSorted()).toEqual(Object.keys(streamNames).toSorted());
  });
});

describe("docs/language.md", () => {
  const page = read("docs/language.md");
  const shown = (section: string): unknown =>
    blocksIn("docs/language.md")
      .filter(({ mark }) => mark === "fragment")
      .map(({ text }) => parseDocument(text).toJS() as Readonly<Record<string, unknown>>)
      .find((content) => Object.hasOwn(content, section))?.[section];

  it("names every key of slots, actions and flows", () => {
    const [slots, actions, flows] = page.split("| key | meaning |").slice(1);
    const keys = (table = ""): readonly string[] =>
      rowsOf(`\n| key | meaning |${table}`, "| key | meaning |").flatMap(([names = ""]) => codesIn(names));
    expect(keys(slots).toSorted()).toEqual(Object.keys(slotSchema.shape).toSorted());
    expect(keys(actions).toSorted()).toEqual(Object.keys(actionSchema.shape).toSorted());
    expect(keys(flows).toSorted()).toEqual(Object.keys(flowSchema.shape).toSorted());
  });

  it("names every step type with all of its keys", () => {
    const rows = new Map(rowsOf(page, "| type | keys | does |").map(([type = "", keys = ""]) => [type, codesIn(keys)]));
    const common = ["step", "type", "jump_to"];
    for (const [type, { definition }] of stepWords()) {
      const own = Object.keys(definition.keys ?? {}).filter((key) => !common.includes(key));
      expect(rows.get(`\`${type}\``)?.toSorted(), type).toEqual(own.toSorted());
    }
    expect(rows.size).toBe(stepWords().size);
  });

  it("shows the defaults that the code has", () => {
    expect(settingsSchema.parse({})).toEqual(shown("settings"));
    expect(patternsSchema.parse({})).toEqual(shown("patterns"));
  });

  it("lists every system text with the values that it may show", () => {
    const listed = rowsOf(page, "| response | may show |").map(([name = "", values = ""]) => [
      codesIn(name)[0],
      codesIn(values).map((value) => value.slice(1, -1)),
    ]);
    expect(Object.fromEntries(listed)).toEqual(patternPlaceholders);
  });
});

describe("docs/testing.md", () => {
  it("names every key of a test file and of a turn", () => {
    const page = read("docs/testing.md");
    const [file = "", ...turns] = page.split("| key | meaning |").slice(1);
    const keys = (table: string): readonly string[] =>
      rowsOf(`\n| key | meaning |${table}`, "| key | meaning |").flatMap(([names = ""]) => codesIn(names));
    expect(keys(file).toSorted()).toEqual(Object.keys(fileSchema.shape).toSorted());
    expect(turns.flatMap(keys).toSorted()).toEqual(Object.keys(turnSchema.shape).toSorted());
  });
});

describe("docs/authors-tools.md", () => {
  const page = read("docs/authors-tools.md");
  const firstCells = (header: string): readonly (string | undefined)[] =>
    rowsOf(page, header).map(([name = ""]) => codesIn(name)[0]);

  it("names every kind of difference, every kind of finding, every key of a user and every deviation", () => {
    expect(firstCells("| kind | what is otherwise |")).toEqual(divergenceKinds);
    expect(firstCells("| kind | what can happen |")).toEqual(exploredKinds);
    expect(firstCells("| key of a user | meaning |")).toEqual(Object.keys(usersFileSchema.shape.users.valueType.shape));
    expect(firstCells("| deviation | the user |")).toEqual(deviations);
  });
});

describe("docs/glossary.md", () => {
  it("has every word once", () => {
    const words = [...read("docs/glossary.md").matchAll(/^- \*\*(.+?)\*\*:/gm)].map(([, word = ""]) =>
      word.toLowerCase(),
    );
    expect(words.length).toBeGreaterThan(40);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
