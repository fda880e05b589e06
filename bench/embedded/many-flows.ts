import type { FlowInScope, UnderstandingContext } from "../../src/understand/understander.ts";

const verbs =
  "order review rent repair deliver collect print insure renew inspect clean paint ship store pack sign measure translate scan polish weigh frame copy test value".split(
    " ",
  );
const things =
  "pizza parcel contract bicycle roof garden invoice passport sofa laptop kitchen window carpet boat tent piano fence lamp mirror engine shelf bridge statue jacket sandal helmet camera drone puzzle kettle blender toaster heater ladder hammer drill basket candle barrel violin trumpet rocket saddle anchor".split(
    " ",
  );

/** Tasks that have nothing to do with flights and banks, each with one way to ask for it. */
const strangers: readonly FlowInScope[] = verbs.flatMap((verb) =>
  things.map((thing) => ({
    name: `${verb}_${thing}`,
    description: `${verb} a ${thing}`,
    examples: [`I want to ${verb} my ${thing}`],
    slots: [],
  })),
);

const widened = new Map<string, readonly FlowInScope[]>();

/** The same situation in an assistant of so many flows. */
export function withFlows(context: UnderstandingContext, count: number): UnderstandingContext {
  const assistantHash = `${context.assistantHash} with ${count}`;
  // One list per assistant, as in the runtime: what is kept about a flow is kept by identity.
  const flows = widened.get(assistantHash) ?? [...context.flows, ...strangers.slice(0, count - context.flows.length)];
  if (flows.length !== count) throw new Error(`There are not ${count} flows to choose from.`);
  widened.set(assistantHash, flows);
  return { ...context, assistantHash, flows };
}
