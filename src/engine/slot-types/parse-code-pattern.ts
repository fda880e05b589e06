export type Takes = (sign: string) => boolean;

/** A tree of the pattern. There is nothing in it that would need backtracking. */
export type Node =
  | { readonly kind: "sign"; readonly takes: Takes }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | { readonly kind: "repeat"; readonly item: Node; readonly least: number; readonly most: number };

/** What the pattern may not have, and where it stands. */
export class PatternMistake extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const mostRepeats = 200;

const classes: Readonly<Record<string, Takes>> = {
  d: (sign) => sign >= "0" && sign <= "9",
  w: (sign) => /^[A-Za-z0-9_]$/.test(sign),
  s: (sign) => /^\s$/.test(sign),
};

export function parseCodePattern(source: string): Node {
  let at = 0;
  const refuse = (message: string, offset = at): never => {
    throw new PatternMistake(message, offset);
  };

  const choice = (): Node => {
    const options = [sequence()];
    while (source[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
  };

  const sequence = (): Node => {
    const items: Node[] = [];
    for (let next = source[at]; next !== undefined && next !== "|" && next !== ")"; next = source[at]) {
      // The pattern fits the whole code anyway.
      if ((next === "^" && at === 0) || (next === "$" && at === source.length - 1)) at += 1;
      else items.push(repeated(atom()));
    }
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: "sequence", items };
  };

  const repeated = (item: Node): Node => {
    const start = at;
    const written = /^(?:[?*+]|\{(\d{1,4})(,(\d{0,4}))?\})/.exec(source.slice(at));
    if (written === null) return source[at] === "{" ? refuse("A count is written {3}, {2,5} or {2,}.") : item;
    at += written[0].length;
    if (/^[?*+{]/.test(source.slice(at)))
      refuse("One count follows another. A code has no lazy or possessive counts: put what repeats in parentheses.");
    const [sign, low = "0", range, high] = written;
    const unbounded = Number.POSITIVE_INFINITY;
    const least = sign === "+" ? 1 : sign === "?" || sign === "*" ? 0 : Number(low);
    const most =
      sign === "?"
        ? 1
        : sign === "*" || sign === "+"
          ? unbounded
          : range === undefined
            ? least
            : high === ""
              ? unbounded
              : Number(high);
    if (most < least) refuse(`{${low},${high}} counts down.`, start);
    if (least > mostRepeats || (most !== unbounded && most > mostRepeats))
      refuse(`A part repeats at most ${mostRepeats} times.`, start);
    return { kind: "repeat", item, least, most };
  };

  const atom = (): Node => {
    const sign = source[at] ?? "";
    if (sign === "(") return group();
    if (sign === "[") return { kind: "sign", takes: set() };
    if (sign === ".") {
      at += 1;
      return { kind: "sign", takes: () => true };
    }
    if (sign === "\\") return { kind: "sign", takes: escaped() };
    if (/[?*+{}]/.test(sign))
      refuse(`Nothing stands before '${sign}' that it could repeat. To mean the sign, write \\${sign}.`);
    if (sign === "^" || sign === "$") refuse(`A pattern fits the whole code: '${sign}' has no place inside it.`);
    if (sign === "]") refuse("No [ is open here. To mean the sign, write \\].");
    const [whole = ""] = source.slice(at);
    at += whole.length;
    return { kind: "sign", takes: (each) => each === whole };
  };

  const group = (): Node => {
    const start = at;
    at += 1;
    if (source[at] === "?") {
      if (source[at + 1] !== ":")
        refuse(
          "Looking ahead or behind, and names of groups, are no part of a code: they can't be checked in linear time.",
          start,
        );
      at += 2;
    }
    const inner = choice();
    if (source[at] !== ")") refuse("This parenthesis is not closed.", start);
    at += 1;
    return inner;
  };

  const escaped = (): Takes => {
    const start = at;
    const sign = source[at + 1] ?? "";
    at += 2;
    if (Object.hasOwn(classes, sign)) return classes[sign] as Takes;
    const positive = classes[sign.toLowerCase()];
    if (positive !== undefined) return (each) => !positive(each);
    if (/^\d$/.test(sign))
      refuse(`\\${sign} repeats what a group found, which can't be checked in linear time.`, start);
    if (sign === "" || /^[A-Za-z]$/.test(sign))
      refuse(`\\${sign} is no part of a code. There are \\d, \\w and \\s.`, start);
    return (each) => each === sign;
  };

  const set = (): Takes => {
    const start = at;
    at += 1;
    const isInverse = source[at] === "^";
    if (isInverse) at += 1;
    const takes: Takes[] = [];
    while (at < source.length && source[at] !== "]") {
      const from = source[at] ?? "";
      const isEscaped = from === "\\";
      const literal = isEscaped ? (source[at + 1] ?? "") : from;
      const one = isEscaped ? escaped() : (each: string) => each === from;
      if (!isEscaped) at += 1;
      const isRange = source[at] === "-" && source[at + 1] !== undefined && source[at + 1] !== "]";
      if (!isRange) {
        takes.push(one);
        continue;
      }
      at += 1;
      const to = source[at] === "\\" ? (source[at + 1] ?? "") : (source[at] ?? "");
      at += source[at] === "\\" ? 2 : 1;
      if (to < literal) refuse(`[${literal}-${to}] counts down.`, start);
      takes.push((each) => each >= literal && each <= to && each.length === 1);
    }
    if (source[at] !== "]") refuse("This [ is not closed.", start);
    if (takes.length === 0) refuse("There is nothing between [ and ].", start);
    at += 1;
    return (each) => takes.some((take) => take(each)) !== isInverse;
  };

  const tree = choice();
  if (at < source.length) refuse("No parenthesis is open here. To mean the sign, write \\).");
  if (lengthsOf(tree).longest === 0) refuse("The pattern fits nothing but an empty text.", 0);
  return tree;
}

/** How long a text that fits is. */
export function lengthsOf(node: Node): { readonly shortest: number; readonly longest: number } {
  switch (node.kind) {
    case "sign":
      return { shortest: 1, longest: 1 };
    case "sequence": {
      const all = node.items.map(lengthsOf);
      return {
        shortest: all.reduce((sum, { shortest }) => sum + shortest, 0),
        longest: all.reduce((sum, { longest }) => sum + longest, 0),
      };
    }
    case "choice": {
      const all = node.options.map(lengthsOf);
      return {
        shortest: Math.min(...all.map(({ shortest }) => shortest)),
        longest: Math.max(...all.map(({ longest }) => longest)),
      };
    }
    case "repeat": {
      const { shortest, longest } = lengthsOf(node.item);
      return { shortest: shortest * node.least, longest: longest === 0 ? 0 : longest * node.most };
    }
    default:
      return node satisfies never;
  }
}
