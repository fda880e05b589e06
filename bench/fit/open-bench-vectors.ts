import { join } from "node:path";
import { withDisk } from "../../src/understand/embedded/vectors/disk-vectors.ts";
import { withMemory } from "../../src/understand/embedded/vectors/memory-vectors.ts";
import { openVectors, type Vectors } from "../../src/understand/embedded/vectors/open-vectors.ts";

/** Vectors of messages are kept on disk too: these are no users' messages, and a fit lists them many times. */
export async function openBenchVectors(): Promise<Vectors | null> {
  const directory = join(import.meta.dirname, "../../node_modules/.cache/soni-bench-fit");
  const opened = await openVectors({ cacheDirectory: join(directory, "texts"), cachedTexts: 60_000 });
  if (opened === null) return null;
  const messages = withDisk(opened.messages, { directory: join(directory, "messages"), capacity: 60_000 });
  return { messages: withMemory(messages, 60_000), texts: opened.texts };
}
