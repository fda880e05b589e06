import { SoniError } from "../../engine/errors.ts";
import { type Access, asksForToken } from "./authenticate.ts";

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
