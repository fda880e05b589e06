/** Every expression that `run` applies to a text, literal or built: all of them go through `exec` once it is replaced. */
export async function patternsUsedBy(run: () => Promise<void>): Promise<readonly RegExp[]> {
  const { exec } = RegExp.prototype;
  const used = new Map<string, RegExp>();
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    used.set(this.source, this);
    return exec.call(this, text);
  };
  try {
    await run();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...used.values()];
}
