import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Flow } from "../../engine/assistant/flow.ts";
import { detailOf } from "../../engine/steps/ways.ts";
import { flowDiagram } from "../../report/flow-diagram.ts";
import { type Markup, markup } from "../../report/markup.ts";
import { columns, figure, folded, heading, page, type Section } from "../../report/page.ts";
import { chip, table } from "../../report/table.ts";
import { type Coverage, shareOf } from "../../testing/coverage.ts";
import { edgeName, edgesOf } from "../../testing/flow-edges.ts";
import type { MutationReport } from "../../testing/mutate/mutate.ts";
import type { HeldConversation } from "../../testing/run-suite.ts";
import { showWhy } from "./show-suite.ts";
import type { SuiteResult } from "./suite-result.ts";

const kinds = ["flows", "steps", "branches", "refusals", "patterns"] as const;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** What was held, what failed and why, and what no conversation met. */
export function suiteAsHtml({ folder, held, milliseconds, assistant, coverage, mutations }: SuiteResult): string {
  const failed = held.filter(({ report }) => !report.passed);
  const tone = failed.length === 0 ? "good" : "bad";
  return page({
    title: `Tests of ${folder}`,
    subtitle: `${held.length} conversations in ${(milliseconds / 1000).toFixed(1)} s`,
    figures: [
      figure({ label: "passed", value: String(held.length - failed.length), note: `of ${held.length}`, tone }),
      ...(coverage === null ? [] : kinds.map((kind) => coverageFigure(kind, coverage))),
    ],
    sections: [
      ...(failed.length === 0 ? [] : [{ title: "What failed", content: failed.map(failedPart) }]),
      ...(assistant === null || coverage === null ? [] : [diagrams(assistant, coverage), missedSection(coverage)]),
      ...(mutations === null ? [] : [mutationSection(mutations)]),
      { title: "Conversations", content: [conversationTable(held)] },
    ],
  });
}

const coverageFigure = (kind: (typeof kinds)[number], coverage: Coverage): Markup => {
  const { covered, missed } = coverage[kind];
  return figure({
    label: kind,
    value: percent(shareOf(coverage[kind])),
    note: `${covered.length} of ${covered.length + missed.length}`,
    tone: missed.length === 0 ? "good" : "plain",
  });
};

function failedPart({ conversation, report, turns }: HeldConversation): Markup {
  const told = report.failures.map(({ message }) => message).join("\n");
  return markup`${heading(`${conversation.name} (${conversation.file}:${conversation.line})`)}${columns([
    markup`<pre class="diff">${told.split("\n").map(diffLine)}</pre>`,
    markup`<pre class="diff">${showWhy({ conversation, turns })}</pre>`,
  ])}`;
}

const diffLine = (line: string): Markup => {
  const text = line.trimStart();
  if (text.startsWith("- ")) return markup`<ins>${line}</ins>`;
  return text.startsWith("+ ") ? markup`<del>${line}</del>` : markup`<span>${line}</span>`;
};

const diagrams = (assistant: Assistant, coverage: Coverage): Section => ({
  title: "Flows",
  about: "Steps and ways that some conversation met are green. What no conversation met is red and dashed.",
  content: [columns([...assistant.flows.values()].map((flow) => diagramOf(flow, coverage)))],
});

function diagramOf(flow: Flow, { steps, branches }: Coverage): Markup {
  const isMet = (list: Coverage["steps"], name: string): boolean => !list.missed.includes(name);
  const exits = ["(end)", "(error)", "(cancel)"];
  const nodes = [...flow.steps.values()].map((step) => ({
    name: step.name,
    detail: detailOf(step),
    covered: isMet(steps, `${flow.name}.${step.name}`),
  }));
  const edges = edgesOf(flow)
    .filter(({ to }) => !exits.includes(to))
    .map((edge) => ({
      ...edge,
      label: edge.label ?? "",
      covered: isMet(branches, edgeName(flow.name, edge)) && isMet(steps, `${flow.name}.${edge.from}`),
    }));
  return markup`<div>${heading(flow.name)}${flowDiagram(nodes, edges, `Flow ${flow.name}`)}</div>`;
}

const missedSection = (coverage: Coverage): Section => ({
  title: "Not met",
  content: kinds.map((kind) => {
    const { missed } = coverage[kind];
    return missed.length === 0
      ? markup`<p>${kind}: everything was met.</p>`
      : folded(`${kind}: ${missed.length}`, [markup`<p>${missed.map((name) => chip(name, "missed"))}</p>`]);
  }),
});

const mutationSection = (mutations: MutationReport): Section => ({
  title: "Small changes of the YAML",
  about: "Each change was tried alone. One that nobody noticed is something that the tests do not test.",
  content: [
    table(
      [{ label: "noticed by" }, { label: "kind" }, { label: "change" }, { label: "place" }],
      mutations.tried.map(({ mutation: { file, line, kind, flow, description }, noticedBy }) => [
        noticedBy === null ? chip("nobody", "bad") : noticedBy,
        kind,
        `${flow === null ? "" : `${flow}: `}${description}`,
        `${file}:${line}`,
      ]),
    ),
  ],
});

const conversationTable = (held: readonly HeldConversation[]): Markup =>
  table(
    [{ label: "" }, { label: "conversation" }, { label: "file" }, { label: "turns", align: "number" }],
    held.map(({ conversation, report }) => [
      report.passed ? chip("passed", "good") : chip("failed", "bad"),
      conversation.name,
      `${conversation.file}:${conversation.line}`,
      conversation.turns.length,
    ]),
  );
