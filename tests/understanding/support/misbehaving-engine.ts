import { existsSync, writeFileSync } from "node:fs";
import { createEngine as createSoundEngine, type Engine } from "../../../src/understand/embedded/engine.ts";
import type { Vectors } from "../../../src/understand/embedded/vectors/open-vectors.ts";

/** Reads like the real one, except for messages that begin with the name of a misfortune. */
export function createEngine(vectors: Vectors | null): Engine {
  const sound = createSoundEngine(vectors);
  return {
    async understand(input) {
      const [word = "", path = ""] = input.message.split(" ");
      switch (word.toLowerCase()) {
        case "spin":
          for (;;);
        case "exit":
          process.exit(3);
          break;
        case "exit-once":
          if (existsSync(path)) break;
          writeFileSync(path, "");
          process.exit(3);
          break;
        case "hoard":
          return hoard();
        case "hang":
          return new Promise(() => undefined);
        case "throw":
          throw new Error("a defect of the engine");
        default:
      }
      return sound.understand(input);
    },
  };
}

/** In small pieces, as code over a text does: one piece beyond the reserve of the heap would end the process. */
function hoard(): never {
  const kept: number[][] = [];
  for (;;) kept.push(new Array<number>(250_000).fill(kept.length));
}
