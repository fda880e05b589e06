import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import type { ReactNode } from "react";

export type StepData = {
  readonly name: string;
  readonly kind: string;
  readonly detail: string;
  /** `current`: it waits here. `done`: it came by. */
  readonly mark: "current" | "done" | "none";
  readonly isReason: boolean;
};
export type StepNodeType = Node<StepData, "step">;

export function StepNode({ data: { name, kind, detail, mark, isReason } }: NodeProps<StepNodeType>): ReactNode {
  return (
    <div className="step" data-kind={kind} data-mark={mark} data-reason={isReason} data-step={name}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <strong>{kind === "way" ? name.slice(name.indexOf(":") + 1) : name}</strong>
      {detail !== "" && <span>{detail}</span>}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
