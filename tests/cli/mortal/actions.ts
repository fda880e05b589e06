/** Everything that code can do to the process it runs in. `wait http://...` answers when that address does. */
const endings: Readonly<Record<string, () => unknown>> = {
  exit: () => process.exit(7),
  kill: () => process.kill(process.pid, "SIGKILL"),
  spin: () => {
    for (;;);
  },
  memory: () => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, () => ({ weight: Math.random() })));
  },
  throw_later: () => {
    setTimeout(() => {
      throw new Error("later");
    }, 1);
  },
  reject_later: () => {
    setTimeout(() => void Promise.reject(new Error("later")), 1);
  },
  huge: () => "x".repeat(100_000_000),
};

export const actions = {
  end_badly: async ({ how }: { how: string }) => {
    const [word = "", address] = how.split(" ");
    if (address !== undefined) await fetch(address);
    return { answer: endings[word]?.() ?? word };
  },
};
