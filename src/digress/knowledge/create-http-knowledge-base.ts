import { z } from "zod";
import { SoniError } from "../../engine/errors.ts";
import type { KnowledgeBase } from "../knowledge-base.ts";
import { webAddress } from "../web-address.ts";

export interface HttpKnowledgeOptions {
  /** Receives `POST { query, limit }`, answers `{ results: [{ text, title?, source?, url?, score? }] }`, best first. */
  readonly url: string;
  /** For a key, for instance. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 3 seconds. */
  readonly timeoutMilliseconds?: number;
  /** Default: 256 KB. */
  readonly maximumBytes?: number;
  /** Results below it count as no answer. Default: 0. */
  readonly minimumScore?: number;
}

const resultsSchema = z.object({
  results: z.array(
    z.object({
      text: z.string().min(1),
      title: z.string().default(""),
      source: z.string().default(""),
      url: z.string().optional(),
      score: z.number().min(0).max(1).default(1),
    }),
  ),
});

/** A message to a person, not a page. */
const longestText = 2_000;

/** A search that somebody else runs: an intranet, a vector database behind a small service. */
export function createHttpKnowledgeBase(options: HttpKnowledgeOptions): KnowledgeBase {
  const { timeoutMilliseconds = 3_000, maximumBytes = 256_000, minimumScore = 0 } = options;
  const url = webAddress(options.url);
  if (url === null) throw new SoniError("knowledge.bad_url", `'${options.url}' is not an http or https address.`);
  return {
    async search(query, { limit }) {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      const body = await exchange(async () => {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json", ...options.headers },
          body: JSON.stringify({ query, limit }),
          // Whoever can redirect us could make us ask, with our headers, a server that nobody configured.
          redirect: "error",
          signal,
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw failure("knowledge.http_status", `answered with status ${response.status}`);
        }
        return readBody(response, maximumBytes);
      });
      return resultsIn(body)
        .filter(({ score }) => score >= minimumScore)
        .slice(0, limit)
        .map(({ url, ...result }) => ({
          ...result,
          text: result.text.slice(0, longestText),
          ...(url === undefined ? {} : { url }),
        }));
    },
  };
}

async function exchange(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SoniError) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw failure("knowledge.timeout", "did not answer in time", error);
    }
    throw failure("knowledge.unreachable", "can't be reached", error);
  }
}

async function readBody(response: Response, maximumBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let received = 0;
  for await (const part of response.body ?? []) {
    received += part.byteLength;
    if (received > maximumBytes) throw failure("knowledge.too_large", `sent more than ${maximumBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function resultsIn(body: string): z.infer<typeof resultsSchema>["results"] {
  try {
    return resultsSchema.parse(JSON.parse(body)).results;
  } catch (error) {
    throw failure(
      "knowledge.bad_response",
      "sent something other than { results: [{ text, title, source, url, score }] }",
      error,
    );
  }
}

const failure = (code: string, what: string, cause?: unknown): SoniError =>
  new SoniError(code, `The external knowledge search ${what}.`, cause === undefined ? {} : { cause });
