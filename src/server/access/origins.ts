import type { FastifyRequest } from "fastify";
import { SoniError } from "../../engine/errors.ts";
import { ProblemError } from "../problems.ts";
import { type Access, asksForToken } from "./authenticate.ts";

type Addressed = Pick<FastifyRequest, "headers" | "hostname" | "host">;

/** A page may use the server it came from, and those that the operator listed. */
export const isAllowedOrigin = (
  origin: string,
  { host }: Pick<Addressed, "host">,
  origins: ReadonlySet<string>,
): boolean => origins.has(origin) || (URL.canParse(origin) && new URL(origin).host === host);

/** Also stops what browsers send across origins without asking first. Requests without a page have no origin. */
export function checkOrigin(request: Addressed, origins: ReadonlySet<string>): void {
  const { origin } = request.headers;
  if (origin === undefined || isAllowedOrigin(origin, request, origins)) return;
  throw new ProblemError("request.bad_origin", "Pages of this origin may not use this server.");
}

/**
 * Where no token is asked for, the address is what protects: a foreign name that was made to point here is no loopback
 * address (DNS rebinding).
 */
export function checkLocalHost(request: Addressed): void {
  if (isLoopback(request.hostname)) return;
  throw new ProblemError("request.bad_origin", "Without tokens, this server answers under a loopback address only.");
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export const isLoopback = (host: string): boolean => loopback.test(host);

/** An address that others can reach needs a token, or an explicit word that it does not. */
export function checkAddress(host: string, access: Access): void {
  if (isLoopback(host) || asksForToken(access) || access.insecure === true) return;
  throw new SoniError(
    "access.public_without_auth",
    `'${host}' can be reached by others, and no token is asked for. Set SONI_TOKENS or an issuer, bind 127.0.0.1, or say --insecure.`,
  );
}
