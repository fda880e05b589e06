import { createHmac } from "node:crypto";
import { SoniError } from "../../engine/errors.ts";
import { isLoopback } from "../access/origins.ts";

/** Where answers are sent, and the secret that proves to the receiver who sends them. */
export interface WebhookOptions {
  /** `https://...`; plain HTTP only to this machine. */
  readonly url: string;
  /** `whsec_` and 24 to 64 random bytes in base64. */
  readonly secret: string;
  /** How long a receiver may take. Default: 10 seconds. */
  readonly milliseconds?: number;
}

export interface Webhook {
  /** Throws if the receiver did not say that it has it. Sent again under the same id, it can be told apart from a new one. */
  deliver(id: string, body: object): Promise<void>;
}

const prefix = "whsec_";

/** Signed as https://www.standardwebhooks.com says, for which most languages have a library that checks it. */
export function createWebhook({ url, secret, milliseconds = 10_000 }: WebhookOptions, now = Date.now): Webhook {
  const address = checkedAddress(url);
  const key = keyOf(secret);
  return {
    async deliver(id, body) {
      const text = JSON.stringify(body);
      const timestamp = String(Math.floor(now() / 1000));
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "soni",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": `v1,${sign(key, `${id}.${timestamp}.${text}`)}`,
        },
        body: text,
        // Whoever is sent elsewhere has not been asked whether it may get this.
        redirect: "manual",
        signal: AbortSignal.timeout(milliseconds),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
    },
  };
}

const sign = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("base64");

function checkedAddress(url: string): URL {
  const address = URL.parse(url);
  const isSafe = address?.protocol === "https:" || (address?.protocol === "http:" && isLoopback(address.hostname));
  if (address === null || !isSafe || address.username !== "" || address.password !== "") {
    throw new SoniError(
      "background.bad_webhook",
      "A webhook's address begins with https:// (http:// only on this machine) and holds no password.",
    );
  }
  return address;
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  if (!secret.startsWith(prefix) || key.length < 24 || key.length > 64) {
    throw new SoniError(
      "background.bad_secret",
      `A webhook's secret is ${prefix} and 24 to 64 random bytes in base64: echo ${prefix}$(openssl rand -base64 32)`,
    );
  }
  return key;
}
