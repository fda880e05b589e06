import { Runnable } from "@langchain/core/runnables";

/**
 * A node that LangGraph calls directly. Given as a plain function it would be wrapped into a traced callable that
 * builds a LangSmith run tree on every call, tracing or not: a tenth of a turn's CPU.
 */
class StageNode<Input, Output> extends Runnable<Input, Output> {
  override lc_namespace = ["soni"];
  readonly #run: (input: Input) => Promise<Output>;

  constructor(run: (input: Input) => Promise<Output>) {
    super();
    this.#run = run;
  }

  override invoke(input: Input): Promise<Output> {
    return this.#run(input);
  }
}

export const stageNode = <Input, Output>(run: (input: Input) => Promise<Output>): Runnable<Input, Output> =>
  new StageNode(run);
