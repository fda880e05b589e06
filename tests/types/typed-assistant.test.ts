import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { mistakes, sound, surroundings } from "./mistakes.ts";

const root = join(import.meta.dirname, "../..");
const banking = join(root, "examples/banking");

interface Diagnosis {
  readonly start: number;
  readonly text: string;
}

/** One run of the compiler over files that exist only here, beside the code of the example. */
function compile(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Diagnosis[]> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = texts.get(file);
    return text === undefined
      ? getSourceFile.call(host, file, version, ...rest)
      : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return new Map(
    [...texts.keys()].map((file) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [
        file,
        found.map(({ start = 0, messageText }) => ({
          start,
          text: ts.flattenDiagnosticMessageText(messageText, "\n"),
        })),
      ];
    }),
  );
}

const withoutMarks = (text: string): string => text.replaceAll(/[«»]/g, "");
const fileOf = (index: number): string => join(banking, `mistake-${index}.ts`);

describe("types of an assistant", () => {
  const cases = Object.entries(mistakes).map(([name, code], index) => ({
    name,
    file: fileOf(index),
    text: `${surroundings}${code}\n`,
  }));
  const good = join(banking, "sound.ts");
  let found: ReadonlyMap<string, readonly Diagnosis[]> = new Map();
  beforeAll(() => {
    found = compile(
      new Map([
        [good, `${surroundings}${sound}\n`],
        ...cases.map(({ file, text }) => [file, withoutMarks(text)] as const),
      ]),
    );
  });

  it("compile with code that fits them", () => {
    expect(found.get(good)).toEqual([]);
  });

  it("are tried with at least fifteen mistakes", () => {
    expect(cases.length).toBeGreaterThanOrEqual(15);
  });

  it.each(cases.map((each) => [each.name, each] as const))("%s does not compile, at its place", (_, { file, text }) => {
    const [from, to] = [text.indexOf("«"), text.indexOf("»") - 1];
    expect(from).toBeGreaterThan(0);
    const diagnoses = found.get(file) ?? [];
    expect(
      diagnoses.map(({ start, text: says }) => (start >= from && start <= to ? "there" : `${start}: ${says}`)),
    ).toEqual(["there"]);
  });
});
