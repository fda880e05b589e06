import { readFileSync } from "node:fs";
import { assistantJsonSchema } from "../../config/schema/assistant.ts";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** As Node runs the files: it strips the types, and Soni reads every TypeScript file of the folder as a module. */
const tsconfig = {
  compilerOptions: {
    target: "es2024",
    module: "preserve",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ["*"],
  },
  include: ["*.ts"],
};

/** What editors, the compiler and Git need. The schema shows keys and mistakes while YAML is written. */
export const settingsFiles = async (): Promise<Readonly<Record<string, string>>> => ({
  ".gitignore": "node_modules/\n.soni/\n.env\n",
  "soni.schema.json": json(assistantJsonSchema()),
  ".vscode/settings.json": json({ "yaml.schemas": { "./soni.schema.json": ["/*.yaml"] } }),
  ".vscode/extensions.json": json({ recommendations: ["redhat.vscode-yaml"] }),
  "tsconfig.json": json(tsconfig),
});

export const readme = (name: string): string => `# ${name}

An assistant made with [Soni](https://www.npmjs.com/package/soni).

| file | what it has |
|---|---|
| \`soni.yaml\` and other \`*.yaml\` | slots, actions and flows: what users can do |
| \`actions.ts\` | the code that does it |
| \`soni-types.d.ts\` | the types of its inputs and outputs, written by \`soni typegen\` |
| \`knowledge/\` | documents that questions are answered from |
| \`tests/\` | conversations that must go as they are written |
| \`.soni/\` | conversations that were held; not in Git |

\`\`\`console
$ npx soni check    # is everything right?
$ npx soni chat     # talk to it; /help lists what can be typed
$ npx soni test     # hold the conversations in tests/
$ npx soni typegen  # write the types of the code again after an edit of the YAML
$ npx -p typescript tsc  # does the code fit them?
$ npx soni dev      # in the browser, with your edits at once
$ npx soni serve    # for others
\`\`\`
`;

export function packageJson(name: string): string {
  const { version, devDependencies } = ownManifest();
  const content = {
    name:
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, "") || "assistant",
    private: true,
    type: "module",
    scripts: {
      check: "soni check",
      test: "soni test",
      types: "soni typegen && tsc",
      dev: "soni dev",
      start: "soni serve",
    },
    dependencies: { soni: `^${version}` },
    devDependencies: {
      "@types/node": `^${devDependencies["@types/node"]}`,
      typescript: `^${devDependencies["typescript"]}`,
    },
  };
  return json(content);
}

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The same place from src/cli/init and from dist/cli/init. */
const ownManifest = (): Manifest =>
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as Manifest;
