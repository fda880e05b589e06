/** As far as Babel's tree is read. */
interface Node {
  readonly type: string;
  readonly test?: Node | null;
  /** Of a case its statements, of an `if` one of them. */
  readonly consequent?: Node | readonly Node[];
  readonly argument?: Node | null;
  readonly typeAnnotation?: Node;
  readonly callee?: Node;
  readonly name?: string;
  readonly arguments?: readonly Node[];
}

interface Path {
  readonly node: Node;
  readonly parent?: Node;
}

/** `default: return command satisfies never;`: the compiler knows that nothing gets there. */
function isNeverReached({ type, test, consequent }: Node): boolean {
  if (type !== "SwitchCase" || test !== null || !Array.isArray(consequent)) return false;
  const [{ argument } = {}] = consequent as readonly Partial<Node>[];
  return argument?.type === "TSSatisfiesExpression" && argument.typeAnnotation?.type === "TSNeverKeyword";
}

/** The words of an error, after its code. A defect is told by them to developers, and no test should pin them. */
const isWordsOfError = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === "NewExpression" && parent.callee?.name?.endsWith("Error") === true && parent.arguments?.[1] === node;

/** Changes that no test should have to notice are not made. */
export const uninteresting = {
  shouldIgnore({ node, parent }: Path): string | undefined {
    if (isNeverReached(node)) return "Only the compiler looks at it.";
    return isWordsOfError(node, parent) ? "The words of an error." : undefined;
  },
};

/** The name is Stryker's. */
export const strykerPlugins = [{ kind: "Ignore", name: "uninteresting", value: uninteresting }];
