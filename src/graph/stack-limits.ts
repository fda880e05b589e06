// runtime/ reaches the flow through the graph only.
export { builtInStackLimits, type StackLimit } from "../flow/stack-limit.ts";
