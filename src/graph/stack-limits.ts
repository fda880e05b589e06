// runtime/ reaches the flow through the graph only.
export type { StackLimit } from "../flow/stack-limit.ts";
