import { z } from "zod";

// Errors on the wire: RFC 9457.

/** Status and title of each code. Codes are stable: clients may depend on them. The words are for people. */
export const problemKinds = {
  "request.invalid_json": [400, "Not JSON"],
  "request.forbidden_key": [400, "Forbidden key"],
  "request.invalid": [422, "Invalid request"],
  "request.unsupported_media_type": [415, "Unsupported media type"],
  "request.too_large": [413, "Too large"],
  "request.timeout": [408, "Request timeout"],
  "request.too_many": [429, "Too many requests"],
  "request.bad_origin": [403, "Origin not allowed"],
  "route.unknown": [404, "Not found"],
  "access.missing_token": [401, "Not authenticated"],
  "access.bad_token": [401, "Not authenticated"],
  "access.bad_user": [422, "No user named"],
  "access.forbidden": [403, "Not allowed"],
  "access.unavailable": [503, "Tokens cannot be checked"],
  "conversation.unknown": [404, "No such conversation"],
  "conversation.bad_id": [422, "Malformed conversation id"],
  "conversation.not_handed_off": [409, "Not handed off"],
  "message.blank": [422, "Blank message"],
  "message.too_long": [422, "Message too long"],
  "message.control_characters": [422, "Control characters"],
  "message.malformed": [422, "Malformed text"],
  "message.bad_id": [422, "Malformed message id"],
  "message.id_mismatch": [422, "Two message ids"],
  "message.id_reused": [422, "Message id used before"],
  "message.unknown": [404, "No such message"],
  "quarantine.unknown": [404, "Not in quarantine"],
  "quarantine.too_old": [409, "Too old to be tried again"],
  "command.invalid": [422, "Invalid command"],
  "command.forbidden": [403, "Command not offered"],
  "prompt.stale": [409, "No longer asked"],
  "store.unavailable": [503, "Store not available"],
  "server.closing": [503, "Shutting down"],
  "message.check_failed": [503, "Message not checked"],
  "server.overloaded": [503, "Overloaded"],
  internal: [500, "Internal error"],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>;
export type ProblemCode = keyof typeof problemKinds;
export const problemCodes = Object.keys(problemKinds) as readonly ProblemCode[];

export const Problem = z
  .object({
    type: z.string().meta({ description: "`urn:soni:problem:` and the code." }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "For people; names the way out." }),
    code: z.enum(problemCodes),
    errorId: z.string().optional().meta({ description: "To be found in the server's log." }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "What is wrong with which part of the request." }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
