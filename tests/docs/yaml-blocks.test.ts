import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { z } from "zod";
import { formatFinding } from "../../src/config/finding.ts";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import { actionSchema } from "../../src/config/schema/action.ts";
import { responseSchema } from "../../src/config/schema/response.ts";
import { knowledgeSchema, patternsSchema, settingsSchema } from "../../src/config/schema/settings.ts";
import { slotSchema } from "../../src/config/schema/slot.ts";
import { stepWords } from "../../src/config/schema/step.ts";
import { readFaq } from "../../src/digress/knowledge/read-faq.ts";
import { readWords } from "../../src/digress/knowledge/read-words.ts";
import { readYamlRows } from "../../src/optimize/datasets/read-yaml-rows.ts";
import { assertConversation, parseConversations } from "../../src/testing/index.ts";
import { usersFileSchema } from "../../src/testing/simulate/users.ts";
import { flowsOf } from "../../src/turn/understanding-context.ts";
import { slotTypes } from "../own-types/parcels/slot-types.ts";
import { steps } from "../own-types/parcels/steps.ts";
import { type Block, blocks, root } from "./pages.ts";

const yaml = (mark: string): readonly Block[] => blocks.filter((block) => block.kind === "yaml" && block.mark === mark);

describe("YAML in the docs", () => {
  it("is marked as a fragment or a test unless it is a whole assistant", () => {
    const marks = new Set(blocks.filter(({ kind }) => kind === "yaml").map(({ mark }) => mark));
    expect([...marks].sort()).toEqual(["", "faq", "fragment", "labels", "own", "test", "users", "words"]);
  });

  it.each(yaml("").map((block) => [block.place, block] as const))("%s is an assistant", (place, block) => {
    const { assistant, findings } = parseAssistant([{ file: place, text: block.text }]);
    expect(findings.map(formatFinding)).toEqual([]);
    expect(assistant).not.toBeNull();
  });

  it.each(yaml("own").map((block) => [block.place, block] as const))(
    "%s is an assistant with own types",
    (place, block) => {
      const { findings } = parseAssistant([{ file: place, text: block.text }], { steps, slotTypes });
      expect(findings.map(formatFinding)).toEqual([]);
    },
  );

  it.each(yaml("fragment").map((block) => [block.place, block] as const))("%s has only known keys", (_, block) => {
    const document = parseDocument(block.text);
    expect(document.errors).toEqual([]);
    const content: unknown = document.toJS();
    const problems = Array.isArray(content) ? content.flatMap(stepProblems) : sectionProblems(content);
    expect(problems).toEqual([]);
  });

  it.each(yaml("faq").map((block) => [block.place, block] as const))("%s lists answers", (place, block) => {
    expect(readFaq(place, block.text)).not.toEqual([]);
  });

  it.each(yaml("words").map((block) => [block.place, block] as const))("%s lists words", (place, block) => {
    expect(readWords(place, block.text).size).toBeGreaterThan(0);
  });

  it.each(yaml("labels").map((block) => [block.place, block] as const))("%s labels messages", (place, block) => {
    // The examples are about the assistant of their page, else about the hotel of the language's page.
    const pageOf = (name: string): string => name.split(", ")[0] ?? "";
    const on = (page: string): readonly Block[] => yaml("").filter((each) => pageOf(each.place) === page);
    const [hotel] = [...on(pageOf(place)), ...on("docs/language.md")];
    const { assistant } = parseAssistant([{ file: "hotel", text: hotel?.text ?? "" }]);
    if (assistant === null) throw new Error("the assistant of the page does not load");
    const { hash, settings } = assistant;
    const scope = { hash, ...flowsOf(assistant), timezone: settings.timezone, language: settings.language };
    expect(readYamlRows(block.text, scope).length).toBeGreaterThan(0);
  });

  it.each(yaml("users").map((block) => [block.place, block] as const))("%s describes simulated users", (_, block) => {
    expect(usersFileSchema.safeParse(parseDocument(block.text).toJS()).error).toBeUndefined();
  });

  describe.each(yaml("test").map((block) => [block.place, block] as const))("%s", (place, block) => {
    const conversations = parseConversations({ file: join(root, place), text: block.text });
    it.each(conversations.map((each) => [each.name, each] as const))("holds: %s", async (_, conversation) => {
      await assertConversation(conversation);
    });
  });
});

const sections: Readonly<Record<string, z.ZodType>> = {
  settings: settingsSchema,
  patterns: patternsSchema,
  knowledge: knowledgeSchema,
  slots: z.record(z.string(), slotSchema),
  actions: z.record(z.string(), actionSchema),
  responses: z.record(z.string(), responseSchema),
};

const problemsOf = (schema: z.ZodType | undefined, data: unknown, name: string): readonly string[] => {
  const result = schema?.safeParse(data);
  if (result === undefined) return [`no schema for '${name}'`];
  return result.success ? [] : [`${name}: ${z.prettifyError(result.error)}`];
};
const stepProblems = (step: unknown): readonly string[] => {
  const type = String((step as { type?: unknown }).type);
  return problemsOf(stepWords().get(type)?.schema, step, type);
};
const sectionProblems = (content: unknown): readonly string[] =>
  Object.entries(content as object).flatMap(([name, data]) => problemsOf(sections[name], data, name));
