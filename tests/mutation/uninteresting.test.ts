import { expect, it } from "vitest";
import { uninteresting } from "./uninteresting.ts";

const never = { type: "TSSatisfiesExpression", typeAnnotation: { type: "TSNeverKeyword" } };

it("a case that only the compiler looks at is not changed", () => {
  const fallback = { type: "SwitchCase", test: null, consequent: [{ type: "ReturnStatement", argument: never }] };
  expect(uninteresting.shouldIgnore({ node: fallback })).toBeDefined();
  const plain = { ...fallback, consequent: [{ type: "ReturnStatement", argument: { type: "Identifier" } }] };
  expect(uninteresting.shouldIgnore({ node: plain })).toBeUndefined();
  const named = { ...fallback, test: { type: "StringLiteral" } };
  expect(uninteresting.shouldIgnore({ node: named })).toBeUndefined();
  const branch = { type: "IfStatement", consequent: { type: "ReturnStatement", argument: never } };
  expect(uninteresting.shouldIgnore({ node: branch })).toBeUndefined();
});

it("the code of an error is changed, its words are not", () => {
  const [code, words] = [{ type: "StringLiteral" }, { type: "TemplateLiteral" }];
  const error = { type: "NewExpression", callee: { type: "Identifier", name: "SoniError" }, arguments: [code, words] };
  expect(uninteresting.shouldIgnore({ node: words, parent: error })).toBeDefined();
  expect(uninteresting.shouldIgnore({ node: code, parent: error })).toBeUndefined();
  const map = { ...error, callee: { type: "Identifier", name: "Map" } };
  expect(uninteresting.shouldIgnore({ node: words, parent: map })).toBeUndefined();
});
