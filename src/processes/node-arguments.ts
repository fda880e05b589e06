/**
 * The options of Node for a child process: those of this one, with its own heap limit, and without a debugger's port, which
 * only one process can have.
 */
export const nodeArguments = (given: readonly string[], heapMegabytes: number | null): readonly string[] => [
  ...given.filter(
    (each) => !each.startsWith("--inspect") && (heapMegabytes === null || !each.startsWith("--max-old-space-size")),
  ),
  ...(heapMegabytes === null ? [] : [`--max-old-space-size=${heapMegabytes}`]),
];
