import { expect, it } from "vitest";
import { localPrincipal } from "../../server/access/anonymous.ts";
import { internalId, ownerOf } from "../../server/access/principal.ts";
import { userOf } from "./conversation-owner.ts";

it("all conversations of a user who signed in count for that user", () => {
  const owner = ownerOf("token", "ann");
  expect([userOf(internalId({ owner }, "one")), userOf(internalId({ owner }, "two:2"))]).toEqual([owner, owner]);
  expect(userOf(internalId({ owner: ownerOf("token", "bob") }, "one"))).not.toBe(owner);
});

it("where users are not told apart, each conversation counts for itself", () => {
  expect(userOf(internalId(localPrincipal, "one"))).not.toBe(userOf(internalId(localPrincipal, "two")));
  expect(userOf("whatsapp:+34600000000")).not.toBe(userOf("whatsapp:+34600000001"));
});
