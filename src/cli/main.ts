#!/usr/bin/env node
// Nothing is imported statically here: on an old Node the imports themselves would fail, with a stack trace.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`soni: Node ${process.versions.node} is too old. Install Node 22.18 or newer.\n`);
  process.exitCode = 2;
} else {
  // Compiled code is kept between runs, which takes about a third off the start.
  process.getBuiltinModule("node:module").enableCompileCache();
  const { run } = await import("./run.ts");
  const { guardProcess } = await import("../runtime/guard-process.ts");
  const { showErrors } = await import("./show-failure.ts");
  // Commands without a guard of their own run project code too, and it may fail when a command is done.
  let hasEscaped = false;
  const guard = guardProcess({
    isLast: true,
    log: (message, data) => {
      hasEscaped = true;
      showErrors({ errors: process.stderr })(message, data);
      if (process.exitCode === 0) process.exitCode = 1;
    },
  });
  void guard.defect.then(() => process.exit(1));
  const ended = await run(process.argv.slice(2));
  const code = ended === 0 && hasEscaped ? 1 : ended;
  // What was written must still get out, and users' code may hold timers and pools that would keep the process alive.
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write("", done));
  process.exitCode = code;
  process.stdin.destroy();
  if (process.connected) process.disconnect();
  // Left to itself: process.exit() may wait forever for a compilation that waits for this thread (nodejs/node#54918).
  setTimeout(() => process.exit(), 1000).unref();
}
