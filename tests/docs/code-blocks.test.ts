import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { type Block, blocks, blocksIn, read, root, withCode, withLinks } from "./pages.ts";

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
