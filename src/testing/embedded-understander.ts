import { cacheFolder } from "../runtime/default-understander.ts";
import { createEmbeddedUnderstander } from "../understand/embedded/create-embedded-understander.ts";
import type { Understander } from "../understand/understander.ts";

/**
 * Understands users' own words as `soni serve` does without a model: no key, no network. Share one over a suite, and close it at the
 * end. `cacheDirectory` keeps vectors between runs; default: where the command line keeps its own.
 */
export const embeddedUnderstander = ({
  cacheDirectory = cacheFolder(process.env),
}: {
  readonly cacheDirectory?: string;
} = {}): Understander => createEmbeddedUnderstander({ cacheDirectory: `${cacheDirectory}/vectors` });
