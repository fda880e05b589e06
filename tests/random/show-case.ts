import type { Assistant } from "../../src/index.ts";
import { type Case, tryCase } from "./case.ts";
import type { Engine } from "./engine.ts";
import { readableYaml } from "./plan-yaml.ts";
import type { Conversation } from "./record.ts";
import { kindText } from "./run-seed.ts";

/** A case as text: YAML to paste, the messages, and what came of them. */
export async function showCase(engine: Engine, found: Case, kind: string): Promise<string> {
  const assistant = await engine.load(found.plan);
  const tried = Array.isArray(assistant)
    ? { violations: [], conversations: [] }
    : await tryCase(engine, found, assistant as Assistant);
  const [detail] = tried.violations.filter((violation) => kindText(violation) === kind);
  const titles = tried.conversations.length > 1 ? ["corrected", "right at once", "wrong, left so"] : ["messages"];
  return [
    detail?.detail ?? "",
    readableYaml(found.plan),
    ...tried.conversations.map((conversation, index) => `# ${titles[index]}\n${transcript(conversation)}`),
  ].join("\n");
}

const transcript = ({ turns, thrown }: Conversation): string =>
  [
    ...turns.map(({ sent, silence, results, texts, calls }) => {
      const said = sent.map((command, index) => {
        const { type, ...rest } = command;
        const code = results[index]?.code;
        return `${type}${Object.keys(rest).length > 0 ? JSON.stringify(rest) : ""}${code === undefined ? "" : ` (refused: ${code})`}`;
      });
      const called = calls.map(
        ({ action, input, result }) =>
          `   CALL ${action} ${JSON.stringify(input)}${result === "done" ? "" : ` ${result}`}`,
      );
      return [
        `${silence ? "(an hour later)\n" : ""} > ${said.join(", ")}`,
        ...called,
        ...(texts.length > 0 ? [`   ${texts.join(" / ")}`] : ["   (no reply)"]),
      ].join("\n");
    }),
    ...(thrown === undefined ? [] : [`   thrown: ${thrown}`]),
  ].join("\n");
