import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { z } from "zod";
import packageFile from "../package.json" with { type: "json" };
import { divergenceKinds } from "../src/cli/replay/compare-turns.ts";
import { formatFinding } from "../src/config/finding.ts";
import { parseAssistant } from "../src/config/parse-assistant.ts";
import { actionSchema } from "../src/config/schema/action.ts";
import { flowSchema } from "../src/config/schema/flow.ts";
import { responseSchema } from "../src/config/schema/response.ts";
import { knowledgeSchema, patternsSchema, settingsSchema } from "../src/config/schema/settings.ts";
import { slotSchema } from "../src/config/schema/slot.ts";
import { stepWords } from "../src/config/schema/step.ts";
import { readWords } from "../src/digress/knowledge/read-words.ts";
import { patternPlaceholders } from "../src/engine/assistant/pattern-placeholders.ts";
import { commands } from "../src/engine/commands/commands.ts";
import { transitions } from "../src/engine/flow/transitions.ts";
import { streamNames } from "../src/engine/state/event.ts";
import { readYamlRows } from "../src/optimize/datasets/read-yaml-rows.ts";
import { fileSchema, turnSchema } from "../src/testing/conversation-schema.ts";
import { exploredKinds } from "../src/testing/explore/judge-turn.ts";
import { assertConversation, parseConversations } from "../src/testing/index.ts";
import { deviations, usersFileSchema } from "../src/testing/simulate/users.ts";
import { flowsOf } from "../src/turn/understanding-context.ts";
import { slotTypes } from "./own-types/parcels/slot-types.ts";
import { steps } from "./own-types/parcels/steps.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name))
  .sort();
/** Pages whose code must work; the links of the others are checked too. */
const withCode = ["README.md", ...pages];
const withLinks = [...withCode, "CONTRIBUTING.md", "CHANGELOG.md"];

interface Block {
  readonly place: string;
  readonly kind: string;
  /** What stands after the language: `fragment`, `test`. */
  readonly mark: string;
  readonly text: string;
}

const blocksIn = (file: string): readonly Block[] => {
  const text = read(file);
  return [...text.matchAll(/^```(\w+) *(\w*)\n(.*?)^```$/gms)].map(([, kind = "", mark = "", code = ""], index) => ({
    place: `${file}, block ${index + 1}`,
    kind,
    mark,
    text: code,
  }));
};
const blocks = withCode.flatMap(blocksIn);
const yaml = (mark: string): readonly Block[] => blocks.filter((block) => block.kind === "yaml" && block.mark === mark);

/** The rows of the table under a heading, or of the first table that begins with this header. */
const rowsOf = (text: string, header: string): readonly (readonly string[])[] => {
  const [, table = ""] = text.split(`\n${header}\n`);
  const lines = table.split("\n").slice(1);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
};
const codesIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
/** The text literals of a union in the sources. */
const unionOf = (file: string, name: string): readonly string[] => {
  const [, body = ""] = new RegExp(`export type ${name} =(.*?);\\n`, "s").exec(read(file)) ?? [];
  return [...body.matchAll(/"([^"]+)"/g)].map(([, member = ""]) => member);
};

describe("YAML in the docs", () => {
  it("is marked as a fragment or a test unless it is a whole assistant", () => {
    const marks = new Set(blocks.filter(({ kind }) => kind === "yaml").map(({ mark }) => mark));
    expect([...marks].sort()).toEqual(["", "fragment", "labels", "own", "test", "users", "words"]);
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

describe("TypeScript in the docs", () => {
  /** One program for all blocks: most of the time goes into the types that they import. */
  const check = (codes: readonly Block[]): readonly string[] => {
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
    const files = new Map(
      codes.map(({ text }, index) => [join(root, `docs-block-${index}.ts`), `${text}\nexport {};\n`]),
    );
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    host.fileExists = (file) => files.has(file) || fileExists(file);
    host.readFile = (file) => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, version, ...rest) => {
      const text = files.get(file);
      return text === undefined
        ? getSourceFile.call(host, file, version, ...rest)
        : ts.createSourceFile(file, text, version);
    };
    const program = ts.createProgram(
      [...files.keys()],
      {
        ...options,
        paths: {
          soni: ["./src/index.ts"],
          "soni/server": ["./src/server/index.ts"],
          "soni/testing": ["./src/testing/index.ts"],
        },
      },
      host,
    );
    return [...files.keys()].flatMap((file, index) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return found.map(({ messageText, start = 0 }) => {
        const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${codes[index]?.place}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
      });
    });
  };

  it("type-checks, and a mistake in it would be found", () => {
    const codes = blocks.filter(({ kind }) => kind === "ts");
    const wrong = 'import { openSoni } from "soni";\nconst { bot } = await openSoni(1);\n';
    const found = check([...codes, { place: "a mistake", kind: "ts", mark: "", text: wrong }]);
    expect(found.filter((line) => !line.startsWith("a mistake"))).toEqual([]);
    expect(found.filter((line) => line.startsWith("a mistake"))).toHaveLength(2);
    expect(codes.length).toBeGreaterThan(5);
  });
});

describe("links in the docs", () => {
  const withoutCode = (file: string): string =>
    read(file)
      .replaceAll(/^```.*?^```$/gms, "")
      .replaceAll(/`[^`\n]*`/g, "");
  const anchors = (file: string): ReadonlySet<string> => {
    const text = read(file);
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/<[^>]*>|[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
    return new Set([...headings, ...[...text.matchAll(/id="([^"]+)"/g)].map(([, id = ""]) => id)]);
  };

  it.each(withLinks)("of %s lead to files and headings that exist", (file) => {
    const links = [...withoutCode(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      if (/^\w+:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : relative(root, join(root, dirname(file), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith(".md") && !anchors(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe("commands in the docs", () => {
  const shell = withLinks.flatMap(blocksIn).filter(({ kind }) => ["sh", "console", "bash"].includes(kind));
  const scripts = Object.keys(packageFile.scripts);

  it("are npm scripts that exist", () => {
    const everywhere = [...shell.map(({ text }) => text), ...withCode.map(read)].join("\n");
    const named = [...everywhere.matchAll(/npm (?:run )?(?:--silent )?([a-z]+:[a-z-]+|start|test|(?<=run )[a-z-]+)/g)];
    expect(named.length).toBeGreaterThan(2);
    expect(named.map(([, name = ""]) => name).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it("are subcommands of soni that exist", () => {
    const commands = readdirSync(join(root, "src/cli/commands")).map((name) => name.replace(/(\.test)?\.ts$/, ""));
    const named = withCode.flatMap((file) => [...read(file).matchAll(/(?:`|\$ )soni ([a-z]+)/g)]);
    expect(named.length).toBeGreaterThan(3);
    expect(named.map(([, name = ""]) => name).filter((name) => !commands.includes(name))).toEqual([]);
  });
});

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

describe("docs/architecture.md", () => {
  const page = read("docs/architecture.md");

  it("has the transitions that the code allows", () => {
    const table = rowsOf(page, "| from | to |").map(([from = "", to = ""]) => [from, to.split(", ")]);
    expect(Object.fromEntries(table)).toEqual(transitions);
  });

  it("names for each requirement of the first design its code and the test that shows it", () => {
    const linksIn = (cell: string): readonly string[] =>
      [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path);
    const rows = rowsOf(page, "| requirement | where it is | shown by |");
    expect(rows.length).toBeGreaterThan(40);
    for (const [requirement = "", where = "", shown = ""] of rows) {
      const [code, tests] = [linksIn(where), linksIn(shown)];
      expect(code.length, requirement).toBeGreaterThan(0);
      expect(tests.length, requirement).toBeGreaterThan(0);
      for (const path of [...code, ...tests]) expect(existsSync(join(root, path)), path).toBe(true);
      expect(
        code.filter((path) => !path.startsWith("src/")),
        requirement,
      ).toEqual([]);
      expect(
        tests.filter((path) => !/^tests\/|\.test\.ts$|-contract\//.test(path)),
        requirement,
      ).toEqual([]);
    }
    const deviations = rowsOf(page, "| there | here | because |");
    expect(deviations.length).toBeGreaterThan(10);
    for (const [there, here, because = ""] of deviations)
      expect(because.length, `${there}: ${here}`).toBeGreaterThan(20);
  });

  it("has the directions that the build enforces", () => {
    const enforced = [...read(".dependency-cruiser.mjs").matchAll(/^ {2}"?([\w-]+)"?: \[([^\]]*)\],$/gm)].map(
      ([, folder = "", targets = ""]) => [folder, [...targets.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name)],
    );
    const told = rowsOf(page, "| folder | what it does | may import |").map(([folder = "", , targets = ""]) => [
      codesIn(folder)[0],
      codesIn(targets),
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(enforced));
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

describe("docs/decisions", () => {
  const records = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));

  it("are numbered without gaps and listed", () => {
    const index = read("docs/decisions/README.md");
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, position) => position + 1));
    expect(records.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });

  it.each(records)("%s has context, decision, alternatives and consequences", (name) => {
    const parts = [...read(`docs/decisions/${name}`).matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part = ""]) => part);
    expect(parts).toEqual(["Context", "Decision", "Alternatives", "Consequences"]);
  });
});
