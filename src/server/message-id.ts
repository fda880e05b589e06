import { randomUUID } from "node:crypto";
import { ProblemError } from "./problems.ts";
import { messageIdPattern } from "./protocol.ts";

/** From the body or the `Idempotency-Key` header (bare, or quoted as its draft wants it); if neither, one of ours. */
export function messageIdOf(header: string | readonly string[] | undefined, given: string | undefined): string {
  if (header === undefined) return given ?? randomUUID();
  const key = String(header).replace(/^"(.*)"$/, "$1");
  if (!messageIdPattern.test(key)) {
    throw new ProblemError("message.bad_id", "An Idempotency-Key has 1 to 200 letters, digits or . : @ _ -");
  }
  if (given !== undefined && given !== key) {
    throw new ProblemError("message.id_mismatch", "The Idempotency-Key is not the messageId. Send one of them.");
  }
  return key;
}
