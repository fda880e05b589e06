import dagre from "@dagrejs/dagre";
import type { FlowGraph } from "../../../src/server/protocol.ts";

const nodeWidth = 190;
const nodeHeight = 54;

export interface Placed {
  readonly id: string;
  readonly type: string;
  readonly detail: string;
  readonly x: number;
  readonly y: number;
}

/** Every step and way out of a flow with its place, from top to bottom. */
export function layOutFlow(graph: FlowGraph): readonly Placed[] {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 44 });
  layout.setDefaultEdgeLabel(() => ({}));
  const ways = [...new Set(graph.edges.map(({ to }) => to))].filter((to) => to.startsWith("way:"));
  const nodes = [...graph.nodes, ...ways.map((id) => ({ id, type: "way", detail: "" }))];
  for (const { id, type } of nodes) {
    layout.setNode(id, type === "way" ? { width: 80, height: 34 } : { width: nodeWidth, height: nodeHeight });
  }
  // Ways aside count less, so that the way things should go is a straight line.
  graph.edges.forEach(({ from, to, aside }, index) => {
    layout.setEdge(from, to, { weight: aside ? 1 : 6 }, String(index));
  });
  dagre.layout(layout);
  return nodes.map((node) => {
    const { x, y, width, height } = layout.node(node.id);
    return { ...node, x: x - width / 2, y: y - height / 2 };
  });
}
