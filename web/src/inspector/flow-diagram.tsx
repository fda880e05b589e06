import { Controls, type Edge, MarkerType, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo } from "react";
import type { FlowGraph } from "../../../src/server/protocol.ts";
import { layOutFlow } from "./lay-out-flow.ts";
import { StepNode, type StepNodeType } from "./step-node.tsx";
import { words } from "./words.ts";
import "@xyflow/react/dist/base.css";

interface FlowDiagramProps {
  readonly graph: FlowGraph;
  readonly current: string | null;
  /** Steps done, in order. */
  readonly path: readonly string[];
  /** The step that said what is being asked about. */
  readonly reason: string | null;
}

const nodeTypes = { step: StepNode };

export function FlowDiagram(props: FlowDiagramProps): ReactNode {
  const { graph, current, path } = props;
  return (
    <figure className="diagram" aria-label={words.diagramOf(graph.name)}>
      <ReactFlowProvider key={graph.name}>
        <Canvas {...props} />
      </ReactFlowProvider>
      {/* The same in words, for whoever does not see it. */}
      <figcaption className="visually-hidden">{words.pathTaken(path, current)}</figcaption>
    </figure>
  );
}

function Canvas({ graph, current, path, reason }: FlowDiagramProps): ReactNode {
  const { fitView } = useReactFlow();
  const placed = useMemo(() => layOutFlow(graph), [graph]);
  const nodes = placed.map(
    ({ id, type, detail, x, y }): StepNodeType => ({
      id,
      type: "step",
      position: { x, y },
      data: {
        name: id,
        kind: type,
        detail,
        mark: id === current ? "current" : path.includes(id) ? "done" : "none",
        isReason: id === reason,
      },
    }),
  );
  const edges = graph.edges.map(({ from, to, label, aside }, index): Edge => {
    const isTaken = path.includes(from) && [...path, current][path.indexOf(from) + 1] === to;
    return {
      id: String(index),
      source: from,
      target: to,
      className: [aside ? "aside" : "", isTaken ? "taken" : ""].join(" ").trim(),
      markerEnd: { type: MarkerType.ArrowClosed, color: isTaken ? "var(--accent)" : "var(--muted)" },
      ...(label === undefined ? {} : { label }),
    };
  });

  const focus = reason ?? current ?? path.at(-1) ?? graph.first;
  useEffect(() => {
    // The step in question with what stands around it; the whole flow is one click away.
    const around = graph.edges.flatMap(({ from, to }) => (from === focus ? [to] : to === focus ? [from] : []));
    const shown = focus === null ? [] : [focus, ...around];
    void fitView({ nodes: shown.map((id) => ({ id })), maxZoom: 1, minZoom: 0.5, padding: 0.15 });
  }, [focus, graph, fitView]);

  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      minZoom={0.2}
      fitView
    >
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}
