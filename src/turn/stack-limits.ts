// runtime/ reaches the flow through the graph only.
export type { StackLimit } from "../engine/flow/stack-limit.ts";
