import { readFileSync } from "node:fs";
import { assistantJsonSchema } from "../../config/schema/assistant.ts";

/** What editors and Git need. The schema shows keys and mistakes while YAML is written. */
export const settingsFiles = async (): Promise<Readonly<Record<string, string>>> => ({
  ".gitignore": "node_modules/\n.soni/\n.env\n",
  "soni.schema.json": `${JSON.stringify(assistantJsonSchema(), null, 2)}\n`,
  ".vscode/settings.json": `${JSON.stringify({ "yaml.schemas": { "./soni.schema.json": ["/*.yaml"] } }, null, 2)}\n`,
  ".vscode/extensions.json": `${JSON.stringify({ recommendations: ["redhat.vscode-yaml"] }, null, 2)}\n`,
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
$ npx soni dev      # in the browser, with your edits at once
$ npx soni serve    # for others
\`\`\`
`;

export function packageJson(name: string): string {
  const content = {
    name:
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, "") || "assistant",
    private: true,
    type: "module",
    scripts: { check: "soni check", test: "soni test", dev: "soni dev", start: "soni serve" },
    dependencies: { soni: `^${version()}` },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The same place from src/cli/init and from dist/cli/init. */
function version(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
