import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSpinner } from "./spinner.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function terminal(isTTY: boolean) {
  const output = Object.assign(new PassThrough(), { isTTY });
  return { output, text: () => String(output.read() ?? "") };
}

it("a slow turn is seen to be under way, and leaves no trace", () => {
  const { output, text } = terminal(true);
  const stop = startSpinner({ output });
  vi.advanceTimersByTime(600);
  expect(text()).toContain("one moment");
  stop();
  expect(text()).toBe("\r\u001b[2K");
  vi.advanceTimersByTime(1000);
  expect(text()).toBe("");
});

it("a quick turn shows nothing, and neither does a pipe", () => {
  const quick = terminal(true);
  startSpinner(quick)();
  const piped = terminal(false);
  startSpinner(piped);
  vi.advanceTimersByTime(5000);
  expect([quick.text(), piped.text()]).toEqual(["", ""]);
});
