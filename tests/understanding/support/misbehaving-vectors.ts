import { type MessagePort, parentPort } from "node:worker_threads";
import type { FromVectorWorker, ToVectorWorker } from "../../../src/understand/embedded/vectors/vector-worker.ts";

/** Speaks like the thread of the sentence vectors. A text with "die" ends it, one with "mute" makes it deaf. */
function serve(port: MessagePort): void {
  const send = (message: FromVectorWorker): void => port.postMessage(message);
  port.on("message", (request: ToVectorWorker) => {
    if (request.kind === "connect") {
      serve(request.port);
      return;
    }
    if (request.texts.some((text) => /\bdie\b/.test(text))) process.exit(4);
    if (request.texts.some((text) => /\bmute\b/.test(text))) for (;;);
    send({ kind: "embedded", id: request.id, vectors: request.texts.map(vectorOf) });
  });
  send({ kind: "opened", model: "letters", dimensions: 26 });
}
if (parentPort !== null) serve(parentPort);

/** How often each letter occurs, as a vector of length one. */
function vectorOf(text: string): Float32Array {
  const counts = new Float32Array(26).fill(0.01);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) counts[at] = (counts[at] ?? 0) + 1;
  }
  const length = Math.hypot(...counts);
  return counts.map((count) => count / length);
}
