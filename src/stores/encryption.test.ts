import { expect, it } from "vitest";
import { createEncryption, isEncrypted } from "./encryption.ts";

const [oldKey, newKey] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];
const text = '{"card":"4111 1111","name":"Ñandú 🙂"}';

it("what is encrypted shows nothing, is never the same twice and opens to what it was", () => {
  const { encrypt, decrypt } = createEncryption([oldKey]);
  const encrypted = encrypt(text, "c1");
  expect(encrypted).not.toContain("4111");
  expect(isEncrypted(encrypted)).toBe(true);
  expect(encrypt(text, "c1")).not.toBe(encrypted);
  expect(decrypt(encrypted, "c1")).toBe(text);
});

it("a new key encrypts, the old one still opens; without it a text stays closed", () => {
  const encrypted = createEncryption([oldKey]).encrypt(text, "c1");
  const rotated = createEncryption([newKey, oldKey]);
  expect(rotated.decrypt(encrypted, "c1")).toBe(text);
  const { decrypt } = createEncryption([newKey]);
  expect(decrypt(encrypted, "c1")).toBe(encrypted);
  expect(decrypt(rotated.encrypt(text, "c1"), "c1")).toBe(text);
});

it("a text from before there was a key is read as it is", () => {
  const { decrypt } = createEncryption([newKey]);
  expect(decrypt(text, "c1")).toBe(text);
});

it("a text that was changed, cut or moved to another conversation does not open", () => {
  const { encrypt, decrypt } = createEncryption([oldKey]);
  const encrypted = encrypt(text, "c1");
  const last = encrypted.at(-2) === "A" ? "B" : "A";
  for (const wrong of [
    `${encrypted.slice(0, -2)}${last}${encrypted.at(-1)}`,
    encrypted.slice(0, -8),
    encrypted.slice(0, 20),
  ])
    expect(decrypt(wrong, "c1")).toBe(wrong);
  expect(decrypt(encrypted, "c2")).toBe(encrypted);
});

it.each(["", "short", Buffer.alloc(16).toString("base64"), Buffer.alloc(33).toString("base64")])(
  "'%s' is no key, and is not repeated in what is said about it",
  (key) => {
    expect(() => createEncryption([key])).toThrow(expect.objectContaining({ code: "store.bad_key" }));
    expect(() => createEncryption([key])).toThrow(/openssl rand -base64 32/);
  },
);
