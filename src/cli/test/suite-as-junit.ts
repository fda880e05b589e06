import type { HeldConversation } from "../../testing/run-suite.ts";
import { showWhy } from "./show-suite.ts";
import type { SuiteResult } from "./suite-result.ts";

/** Results as CI servers read them: a suite for each file. */
export function suiteAsJUnit({ held, milliseconds }: SuiteResult): string {
  const files = [...new Set(held.map(({ conversation }) => conversation.file))];
  const suites = files.map((file) => {
    const own = held.filter(({ conversation }) => conversation.file === file);
    const seconds = own.reduce((sum, each) => sum + each.milliseconds, 0) / 1000;
    return `  <testsuite name="${escaped(file)}" tests="${own.length}" failures="${failed(own)}" time="${seconds}">
${own.map(testCase).join("\n")}
  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="${held.length}" failures="${failed(held)}" time="${milliseconds / 1000}">
${suites.join("\n")}
</testsuites>
`;
}

const failed = (held: readonly HeldConversation[]): number => held.filter(({ report }) => !report.passed).length;

function testCase({ conversation, report, milliseconds, turns }: HeldConversation): string {
  const { name, file, line } = conversation;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" file="${escaped(file)}" line="${line}" time="${milliseconds / 1000}"`;
  if (report.passed) return `${head}/>`;
  const [first] = report.failures;
  const body = [
    ...report.failures.map(({ message }) => message),
    ...(turns.length === 0 ? [] : ["", showWhy({ conversation, turns })]),
  ];
  const message = `turn ${first?.turn ?? 0}, ${first?.expectation ?? ""}`;
  return `${head}>
      <failure message="${escaped(message)}">${escaped(body.join("\n"))}</failure>
    </testcase>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML knows no control characters, also not as entities. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, (each) => (each === "\n" || each === "\t" ? each : " "))
    .replaceAll(/[&<>"]/g, (each) => entities[each] ?? each);
