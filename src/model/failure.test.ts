import { describe, expect, it } from "vitest";
import { failureOf } from "./failure.ts";

const error = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
  Object.assign(new Error("failed"), { statusCode, responseHeaders });
const now = Date.parse("2026-11-16T09:00:00Z");

describe("a provider's failure", () => {
  it.each([
    [429, "model.rate_limited", true],
    [408, "model.unavailable", true],
    [500, "model.unavailable", true],
    [529, "model.unavailable", true],
    [400, "model.refused_request", false],
    [401, "model.misconfigured", false],
    [302, "model.misconfigured", false],
    [402, "model.quota_exceeded", false],
    [200, "model.bad_response", true],
  ])("with status %i is %s", (status, code, retryable) => {
    expect(failureOf(error(status), now)).toMatchObject({ code, retryable });
  });

  it.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Mon, 16 Nov 2026 09:00:05 GMT" }, 5_000],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "Mon, 16 Nov 2020 09:00:05 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{}, undefined],
  ])("asking to wait by %o is understood", (headers, milliseconds) => {
    expect(failureOf(error(429, headers as Record<string, string>), now).retryAfter).toBe(milliseconds);
  });

  it.each([
    [429, '{"error":{"type":"insufficient_quota","message":"You exceeded your current quota"}}'],
    [400, '{"type":"error","error":{"message":"Your credit balance is too low to access the API"}}'],
  ])("with status %i that asks for money is not tried again", (status, responseBody) => {
    const thrown = Object.assign(new Error("failed"), { statusCode: status, responseBody });
    expect(failureOf(thrown, now)).toMatchObject({ code: "model.quota_exceeded", retryable: false });
  });

  it("that is not even an error is still one", () => {
    expect(failureOf("boom", now)).toMatchObject({ code: "model.unreachable", detail: "boom" });
  });

  it("while an answer was read is a bad answer", () => {
    expect(failureOf(new TypeError("Cannot read properties of undefined"), now).code).toBe("model.bad_response");
  });

  it("is told in our words; the provider's are kept apart, and short", () => {
    const { message, detail } = failureOf(new Error(`You said: ${"x".repeat(10_000)}`), now);
    expect(message).not.toContain("x");
    expect(detail).toHaveLength(300);
  });
});
