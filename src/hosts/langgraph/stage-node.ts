import { Runnable, type RunnableConfig } from "@langchain/core/runnables";

export type Stage<Input, Output> = (input: Input, config: Partial<RunnableConfig> | undefined) => Promise<Output>;

/**
 * A node that LangGraph calls directly. Given as a plain function it would be wrapped into a traced callable that
 * builds a LangSmith run tree on every call, tracing or not.
 */
class StageNode<Input, Output> extends Runnable<Input, Output> {
  override lc_namespace = ["soni"];
  readonly #run: Stage<Input, Output>;

  constructor(run: Stage<Input, Output>) {
    super();
    this.#run = run;
  }

  override invoke(input: Input, config?: Partial<RunnableConfig>): Promise<Output> {
    return this.#run(input, config);
  }
}

export const stageNode = <Input, Output>(run: Stage<Input, Output>): Runnable<Input, Output> => new StageNode(run);
