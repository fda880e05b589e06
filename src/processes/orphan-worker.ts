import { workerData } from "node:worker_threads";

const { parent, grace } = workerData as { readonly parent: number; readonly grace: number };

/** On a thread of its own: the main thread may be the one that spins. */
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), grace);
}, 1000);
