import { cacheFolder } from "../runtime/default-understander.ts";
import { createEmbeddedUnderstander } from "../understand/embedded/create-embedded-understander.ts";
import type { Understander } from "../understand/understander.ts";

/**
 * Milliseconds for a message. A server answers sooner, if need be without sentence vectors; a test must not come out otherwise on a
 * slow machine. It is less than the usual `limits.turn_seconds`.
 */
const patientDeadline = 25_000;

/**
 * Understands users' own words as `soni serve` does without a model: no key, no network. Share one over a suite, and close it at the
 * end. `cacheDirectory` keeps vectors between runs; default: where the command line keeps its own.
 */
export const embeddedUnderstander = ({
  cacheDirectory = cacheFolder(process.env),
}: {
  readonly cacheDirectory?: string;
} = {}): Understander =>
  createEmbeddedUnderstander({ cacheDirectory: `${cacheDirectory}/vectors`, deadline: patientDeadline });
