import { isIP } from "node:net";
import { SoniError } from "../../engine/errors.ts";

/**
 * Which proxies are believed about where a request came from: how many are in front of the server, or their addresses and
 * networks. Everything that a client wrote into the header itself comes before their entries, and is not read.
 */
export type TrustedProxies = number | readonly string[];

const mostHops = 32;

/** `2`, or `10.0.0.0/8,192.168.1.7`. True: the option was given without a value. */
export function parseTrustedProxies(text: string | true): TrustedProxies {
  if (text === true) {
    throw unknownProxies("--trust-proxy needs to know which proxies to believe.");
  }
  const proxies = /^\d+$/.test(text) ? Number(text) : text.split(",").map((each) => each.trim());
  checkTrustedProxies(proxies);
  return proxies;
}

function checkTrustedProxies(proxies: TrustedProxies): void {
  if (typeof proxies === "number") {
    if (Number.isInteger(proxies) && proxies >= 1 && proxies <= mostHops) return;
    throw unknownProxies(`'${proxies}' is no number of proxies.`);
  }
  // A program without types may say true, which would believe everyone.
  const wrong = Array.isArray(proxies) ? proxies.find((each) => !isNetwork(each)) : String(proxies);
  if (wrong !== undefined) throw unknownProxies(`'${wrong}' is no address and no network.`);
}

function isNetwork(text: string): boolean {
  const [address = "", size, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return size === undefined || (/^[1-9]\d{0,2}$/.test(size) && Number(size) <= (version === 4 ? 32 : 128));
}

const unknownProxies = (what: string): SoniError =>
  new SoniError(
    "access.bad_proxies",
    `${what} Give the number of proxies in front of the server, from 1 to ${mostHops}, or their addresses and networks: 1, or 10.0.0.0/8,192.168.1.7.`,
  );

/** In the form that Fastify takes. A number it would not take: it believes nobody then. */
export function proxyTrust(
  proxies: TrustedProxies | undefined,
): false | string[] | ((_: string, hop: number) => boolean) {
  if (proxies === undefined) return false;
  checkTrustedProxies(proxies);
  return typeof proxies === "number" ? (_, hop) => hop < proxies : [...proxies];
}
