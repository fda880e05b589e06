import { expect, it } from "vitest";
import { createSeal, isSealed } from "./seal.ts";

const [oldKey, newKey] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];
const text = '{"card":"4111 1111","name":"Ñandú 🙂"}';

it("what is sealed shows nothing, is never the same twice and opens to what it was", () => {
  const { seal, open } = createSeal([oldKey]);
  const sealed = seal(text, "c1");
  expect(sealed).not.toContain("4111");
  expect(isSealed(sealed)).toBe(true);
  expect(seal(text, "c1")).not.toBe(sealed);
  expect(open(sealed, "c1")).toBe(text);
});

it("a new key encrypts, the old one still opens; without it a text stays closed", () => {
  const sealed = createSeal([oldKey]).seal(text, "c1");
  const rotated = createSeal([newKey, oldKey]);
  expect(rotated.open(sealed, "c1")).toBe(text);
  const { open } = createSeal([newKey]);
  expect(open(sealed, "c1")).toBe(sealed);
  expect(open(rotated.seal(text, "c1"), "c1")).toBe(text);
});

it("a text from before there was a key is read as it is", () => {
  const { open } = createSeal([newKey]);
  expect(open(text, "c1")).toBe(text);
});

it("a text that was changed, cut or moved to another conversation does not open", () => {
  const { seal, open } = createSeal([oldKey]);
  const sealed = seal(text, "c1");
  const last = sealed.at(-2) === "A" ? "B" : "A";
  for (const wrong of [`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, sealed.slice(0, -8), sealed.slice(0, 20)])
    expect(open(wrong, "c1")).toBe(wrong);
  expect(open(sealed, "c2")).toBe(sealed);
});

it.each(["", "short", Buffer.alloc(16).toString("base64"), Buffer.alloc(33).toString("base64")])(
  "'%s' is no key, and is not repeated in what is said about it",
  (key) => {
    expect(() => createSeal([key])).toThrow(expect.objectContaining({ code: "store.bad_key" }));
    expect(() => createSeal([key])).toThrow(/openssl rand -base64 32/);
  },
);
