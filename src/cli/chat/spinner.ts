import { type Console, painter } from "../console.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
/** A turn that is faster than this shows nothing: a flicker would only disturb. */
const patience = 400;
const frameTime = 80;

/** Shows, in a terminal, that a slow turn is under way. Returns what takes it away again. */
export function startSpinner({ output }: Pick<Console, "output">): () => void {
  if (output.isTTY !== true) return () => undefined;
  const paint = painter(output);
  let shown = 0;
  const draw = (): void => {
    output.write(`\r${paint("dim", `${frames[shown % frames.length]} one moment`)}`);
    shown += 1;
  };
  let timer = setTimeout(() => {
    draw();
    timer = setInterval(draw, frameTime);
  }, patience);
  return () => {
    clearTimeout(timer);
    // Back to the start of the line, and erase it.
    if (shown > 0) output.write("\r\u001b[2K");
  };
}
