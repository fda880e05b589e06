import type { Writable } from "node:stream";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { type Coverage, shareOf } from "../../testing/coverage.ts";
import type { HeldConversation } from "../../testing/run-suite.ts";
import { showTurn } from "../chat/show-turn.ts";
import type { Paint } from "../console.ts";
import { counted } from "../show-findings.ts";
import { sideBySide } from "./side-by-side.ts";
import type { SuiteResult } from "./suite-result.ts";

/** A line for a conversation that went well; one that did not shows where, and why the turn went as it did. */
export function showHeld(
  { conversation: { name }, report, milliseconds, turns }: HeldConversation,
  paint: Paint,
  screen: Writable & { readonly columns?: number },
): string {
  if (report.passed) return `  ${paint("green", "✓")} ${name} ${paint("dim", `${milliseconds} ms`)}`;
  const failures = report.failures.flatMap(({ message }) => message.split("\n"));
  const last = turns.at(-1);
  const why = last === undefined ? [] : showWhy(last).split("\n");
  const body = sideBySide({ left: ["expected (-) and got (+)", ...failures], right: why }, screen.columns ?? 160);
  return [`  ${paint("red", "✗")} ${paint("bold", name)}`, ...body.map((line) => `    ${line}`)].join("\n");
}

/** The turn's why, as the chat shows it. */
export const showWhy = ({ messageId, turn, messages, commands, events, timing, state }: TurnResult): string =>
  showTurn(
    {
      audit: { messageId, turn, at: 0, commands: commands.map((each) => ({ ...each, at: 0 })), events, timing },
      transcript: [{ messageId, turn, at: 0, user: "", messages }],
      state,
    },
    (_, text) => text,
  );

const kinds = ["flows", "steps", "branches", "refusals", "patterns"] as const;

export function showCoverage(coverage: Coverage, isListed: boolean, paint: Paint): string {
  const lines = kinds.flatMap((kind) => {
    const { covered, missed } = coverage[kind];
    const share = `${(shareOf(coverage[kind]) * 100).toFixed(1)} %`;
    const figure = `${kind.padEnd(9)} ${share.padStart(7)}  ${covered.length} of ${covered.length + missed.length}`;
    return [`  ${figure}`, ...(isListed ? missed.map((name) => `    ${paint("yellow", `not met: ${name}`)}`) : [])];
  });
  return ["", paint("bold", "Coverage"), ...lines].join("\n");
}

export function showSummary({ held, milliseconds }: SuiteResult, paint: Paint): string {
  const failed = held.filter(({ report }) => !report.passed).length;
  const passed = held.length - failed;
  const figures = `${counted(passed, "conversation")} passed, ${failed} failed, ${(milliseconds / 1000).toFixed(1)} s`;
  return `\n${paint(failed === 0 ? "green" : "red", figures)}`;
}
