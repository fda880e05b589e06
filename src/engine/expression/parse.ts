import { type BinaryOperator, type Expression, type ExpressionNode, functionNames } from "../assistant/expression.ts";
import {
  argumentCounts,
  binding,
  comparisonBinding,
  constants,
  isBinaryOperator,
  isFunctionName,
  keywords,
  minusBinding,
  notBinding,
} from "./grammar.ts";
import { pathsOf } from "./paths-of.ts";
import { type SyntaxProblem, type Token, tokenize } from "./tokenize.ts";

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  | ({ readonly ok: false } & SyntaxProblem);

export const maximumLength = 2000;
export const maximumDepth = 100;

/** Parsed once, when the assistant loads; the result is plain data. Never throws. */
export function parseExpression(source: string): ParsedExpression {
  if (source.length > maximumLength) {
    return { ok: false, message: `An expression has at most ${maximumLength} characters.`, offset: maximumLength };
  }
  const read = tokenize(source);
  if (!read.ok) return read;
  const parser = new Parser(read.tokens);
  try {
    const root = parser.parseWhole();
    return { ok: true, expression: { source, root, paths: pathsOf(root) } };
  } catch (error) {
    if (error instanceof ParseStop) return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
}

/** Leaves the recursion at the first problem; it never leaves this file. */
class ParseStop extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A Pratt parser: each call reads everything that binds tighter than what stands on its left. */
class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parseWhole(): ExpressionNode {
    if (this.#peek().kind === "end") throw new ParseStop("The expression is empty.", this.#peek().offset);
    const root = this.#parse(0);
    const rest = this.#peek();
    if (rest.kind !== "end") throw new ParseStop(`Unexpected ${nameOf(rest)}.`, rest.offset);
    return root;
  }

  #peek(ahead = 0): Token {
    const last: Token = this.#tokens[this.#tokens.length - 1] ?? { kind: "end", offset: 0 };
    return this.#tokens[this.#position + ahead] ?? last;
  }

  #take(): Token {
    const token = this.#peek();
    this.#position += 1;
    return token;
  }

  #parse(minimum: number): ExpressionNode {
    this.#depth += 1;
    if (this.#depth > maximumDepth) {
      throw new ParseStop(`Nested more than ${maximumDepth} deep.`, this.#peek().offset);
    }
    let left = this.#parsePrefix();
    for (let next = this.#peekOperator(); next !== null; next = this.#peekOperator()) {
      const strength = binding[next.operator];
      if (strength < minimum) break;
      this.#position += next.tokens;
      const right = this.#parse(strength + 1);
      left = { kind: "binary", operator: next.operator, left, right };
      const following = this.#peekOperator();
      if (strength === comparisonBinding && following && binding[following.operator] === comparisonBinding) {
        throw new ParseStop("Comparisons can't be chained; join them with 'and'.", this.#peek().offset);
      }
    }
    this.#depth -= 1;
    return left;
  }

  #peekOperator(): { readonly operator: BinaryOperator; readonly tokens: number } | null {
    const token = this.#peek();
    if (token.kind === "symbol") return isBinaryOperator(token.symbol) ? { operator: token.symbol, tokens: 1 } : null;
    const word = keywordOf(token);
    if (word === "not") return keywordOf(this.#peek(1)) === "in" ? { operator: "not in", tokens: 2 } : null;
    return word === null ? null : { operator: word, tokens: 1 };
  }

  #parsePrefix(): ExpressionNode {
    const token = this.#take();
    if (token.kind === "number" || token.kind === "string") return { kind: "literal", value: token.value };
    if (token.kind === "name") return this.#parseName(token);
    if (token.kind === "symbol" && token.symbol === "-") {
      return { kind: "unary", operator: "-", operand: this.#parse(minusBinding) };
    }
    if (token.kind === "symbol" && token.symbol === "(") {
      const inner = this.#parse(0);
      this.#expect(")");
      return inner;
    }
    if (token.kind === "symbol" && token.symbol === "[") return { kind: "list", items: this.#parseItems("]") };
    throw new ParseStop(`Expected a value, found ${nameOf(token)}.`, token.offset);
  }

  #parseName(token: Token & { readonly kind: "name" }): ExpressionNode {
    const word = token.path.length === 1 ? (token.path[0] ?? "") : "";
    const keyword = keywords.get(word);
    if (keyword === "not") return { kind: "unary", operator: "not", operand: this.#parse(notBinding) };
    if (keyword !== undefined) throw new ParseStop(`Expected a value, found '${word}'.`, token.offset);
    const constant = constants.get(word);
    if (constant !== undefined) return { kind: "literal", value: constant };
    const next = this.#peek();
    if (next.kind === "symbol" && next.symbol === "(") return this.#parseCall(token);
    // `today` and `now` need no parentheses; the other functions leave their names to slots.
    if (word === "today" || word === "now") return { kind: "call", name: word, arguments: [] };
    return { kind: "path", path: token.path };
  }

  #parseCall(token: Token & { readonly kind: "name" }): ExpressionNode {
    const name = token.path.join(".");
    if (!isFunctionName(name)) {
      throw new ParseStop(`No function named '${name}'. There are ${functionNames.join(", ")}.`, token.offset);
    }
    this.#take();
    const given = this.#parseItems(")");
    const count = argumentCounts[name];
    if (given.length !== count) {
      throw new ParseStop(`'${name}' takes ${count} values, here it gets ${given.length}.`, token.offset);
    }
    return { kind: "call", name, arguments: given };
  }

  #parseItems(close: "]" | ")"): ExpressionNode[] {
    const first = this.#peek();
    if (first.kind === "symbol" && first.symbol === close) {
      this.#take();
      return [];
    }
    const items = [this.#parse(0)];
    for (let next = this.#peek(); next.kind === "symbol" && next.symbol === ","; next = this.#peek()) {
      this.#take();
      items.push(this.#parse(0));
    }
    this.#expect(close);
    return items;
  }

  #expect(symbol: string): void {
    const token = this.#take();
    if (token.kind === "symbol" && token.symbol === symbol) return;
    throw new ParseStop(`Expected '${symbol}', found ${nameOf(token)}.`, token.offset);
  }
}

function keywordOf(token: Token): "and" | "or" | "not" | "in" | null {
  if (token.kind !== "name" || token.path.length !== 1) return null;
  return keywords.get(token.path[0] ?? "") ?? null;
}

function nameOf(token: Token): string {
  switch (token.kind) {
    case "end":
      return "the end";
    case "symbol":
      return `'${token.symbol}'`;
    case "name":
      return `'${token.path.join(".")}'`;
    case "number":
      return `the number ${token.value}`;
    case "string":
      return "a text";
    default:
      return token satisfies never;
  }
}
