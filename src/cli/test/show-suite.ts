import type { Writable } from "node:stream";
import type { ConversationTurn } from "../../testing/conversation.ts";
import { type Coverage, shareOf } from "../../testing/coverage.ts";
import type { Failure } from "../../testing/run-conversation.ts";
import type { HeldConversation } from "../../testing/run-suite.ts";
import { showTurn } from "../chat/show-turn.ts";
import type { Paint } from "../console.ts";
import { counted } from "../show-findings.ts";
import { sideBySide } from "./side-by-side.ts";
import type { SuiteResult } from "./suite-result.ts";

/** A line for a conversation that went well; one that did not shows where, and why the turn went as it did. */
export function showHeld(
  held: HeldConversation,
  paint: Paint,
  { screen, shown }: { readonly screen: Writable & { readonly columns?: number }; readonly shown: Set<string> },
): string {
  const { conversation, report, milliseconds, turns } = held;
  const { name } = conversation;
  if (report.passed) return `  ${paint("green", "✓")} ${name} ${paint("dim", `${milliseconds} ms`)}`;
  const failures = report.failures.flatMap((failure) => linesOf(failure, shown));
  const last = turns.at(-1);
  if (last === undefined && failures.length > 0)
    return [`  ${paint("red", "✗")} ${paint("bold", name)}`, ...failures.map((line) => `    ${line}`)].join("\n");
  const why = showWhy(held).split("\n");
  const body = sideBySide({ left: ["expected (-) and got (+)", ...failures], right: why }, screen.columns ?? 160);
  return [`  ${paint("red", "✗")} ${paint("bold", name)}`, ...body.map((line) => `    ${line}`)].join("\n");
}

/** An assistant that can't be opened fails all of its tests for the same reason, which is told once. */
function linesOf({ message, turn }: Failure, shown: Set<string>): readonly string[] {
  const [head = "", ...reason] = message.split("\n");
  if (turn > 0 || reason.length === 0) return [head, ...reason];
  const key = reason.join("\n");
  if (shown.has(key)) return [`${head} They are listed above.`];
  shown.add(key);
  return [head, ...reason];
}

/** The why of the last turn, as the chat shows it. Empty: nothing was said. */
export function showWhy({ conversation, turns }: Pick<HeldConversation, "conversation" | "turns">): string {
  const last = turns.at(-1);
  if (last === undefined) return "";
  const { messageId, turn, commands, events, timing, state } = last;
  const transcript = turns.map((each, index) => ({
    ...{ messageId: each.messageId, turn: each.turn, messages: each.messages, at: 0 },
    user: saidIn(conversation.turns[index]),
  }));
  const audit = { messageId, turn, at: 0, commands: commands.map((each) => ({ ...each, at: 0 })), events, timing };
  return showTurn({ audit, transcript, state }, (_, text) => text);
}

const saidIn = (turn: ConversationTurn | undefined): string =>
  turn?.input.kind === "message" ? turn.input.text : (turn?.input.kind ?? "");

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
