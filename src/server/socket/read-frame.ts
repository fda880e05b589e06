import { parseBody } from "../parse-body.ts";
import { ProblemError } from "../problems.ts";
import { MessageId } from "../protocol.ts";
import { ClientFrame } from "./frames.ts";
import type { RawFrame } from "./incoming-frames.ts";

/** Characters of an error: what comes back is never larger than what came. */
const longest = 200;

/** A frame of the protocol, or a problem that says what it is instead. */
export function readFrame(raw: RawFrame): ClientFrame {
  if (raw === null) {
    throw new ProblemError("request.unsupported_media_type", "Frames are JSON, sent as text and not as binary.");
  }
  const data = parseBody(raw);
  const { success, data: frame, error } = ClientFrame.safeParse(data);
  if (success) return frame;
  const errors = error.issues.map(({ path, message }) => ({
    path: `/${path.map(String).join("/")}`,
    message: message.slice(0, longest),
  }));
  throw new ProblemError("request.invalid", "This is no frame that the server knows; see errors.", errors);
}

/** Whose frame it was that could not be read, as far as that can be said. */
export function messageIdIn(raw: RawFrame): { readonly messageId?: string } {
  try {
    const { success, data } = MessageId.safeParse((JSON.parse(raw ?? "null") as { messageId?: unknown }).messageId);
    return success ? { messageId: data } : {};
  } catch {
    return {};
  }
}
