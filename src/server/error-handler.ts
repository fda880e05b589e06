import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { Problem, ProblemCode } from "./problem.ts";
import { ProblemError, problemOf, retryAfterOf, tellableProblem } from "./problems.ts";
import type { Metrics } from "./telemetry.ts";

/** Fastify's own refusals, by its codes. */
const fromFastify: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["request.too_large", "A request has at most 64 KB."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["request.unsupported_media_type", "Send the body as application/json."],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["request.invalid_json", "The body is empty."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["request.invalid_json", "The body is not valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["request.invalid", "The body is not as long as its header says."],
  FST_ERR_MAX_PARAM_LENGTH: ["request.invalid", "A part of the address is too long."],
  FST_ERR_BAD_URL: ["route.unknown", "The address is not well-formed."],
};

/** Every error leaves as problem details; what is nobody's business stays in the log, under an id. */
export function answerErrors(app: FastifyInstance, metrics: Metrics): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(reply, toProblem(error, request), metrics));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemOf("route.unknown", `There is no ${request.method} ${pathOf(request)}.`), metrics),
  );
}

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0]?.slice(0, 200) ?? "";

export function sendProblem(reply: FastifyReply, problem: Problem, metrics: Metrics): FastifyReply {
  metrics.problem(problem.code);
  const seconds = retryAfterOf(problem);
  if (seconds !== undefined && !reply.hasHeader("retry-after")) reply.header("retry-after", seconds);
  if (problem.status === 401) reply.header("www-authenticate", "Bearer");
  // The wait is over: whoever is refused while the server closes should connect elsewhere.
  if (problem.code === "server.closing") reply.header("connection", "close");
  return reply.code(problem.status).type("application/problem+json").serializer(JSON.stringify).send(problem);
}

/** What to tell the client; logs what must not be told. */
export function toProblem(error: unknown, { log }: Pick<FastifyRequest, "log">): Problem {
  const tellable = tellableProblem(error) ?? fromServer(error);
  if (tellable !== null) {
    if (tellable.status >= 500) log.warn({ err: error, code: tellable.code }, "request refused");
    return tellable;
  }
  const errorId = randomUUID();
  log.error({ err: error, errorId }, "request failed");
  return problemOf("internal", "Something went wrong here. Ask the operator about this error id.", { errorId });
}

function fromServer(error: unknown): Problem | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message = "" }) => ({ path: instancePath, message }));
    const isAboutId = errors.some(({ path }) => path === "/conversationId");
    const isAboutMessage = errors.some(({ path }) => path === "/messageId");
    const code = isAboutId ? "conversation.bad_id" : isAboutMessage ? "message.bad_id" : "request.invalid";
    return problemOf(code, "The request does not fit; see errors.", { errors });
  }
  const known = fromFastify[(error as Partial<FastifyError>).code ?? ""];
  return known === undefined ? null : problemOf(...known);
}

/** For requests that never became one: not HTTP, headers too large, or a client that was too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const problem = isSlow
    ? problemOf("request.timeout", "The request took too long to arrive.")
    : problemOf("request.invalid", "This is not a well-formed request.");
  const body = JSON.stringify(problem);
  const head = isSlow ? "408 Request Timeout" : "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${head}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

export const requireDeveloper = (isAllowed: boolean): void => {
  if (!isAllowed) throw new ProblemError("access.forbidden", "This needs the developer role.");
};
