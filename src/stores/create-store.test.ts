import { expect, it } from "vitest";
import { SoniError } from "../engine/errors.ts";
import { sampleMessage } from "../testing/store-contract/sample-dialogue.ts";
import { createStore } from "./create-store.ts";
import { createMemoryRows } from "./memory/rows.ts";

it("a message is accepted although old actions could not be forgotten just then", async () => {
  const store = createStore(
    {
      ...createMemoryRows(),
      async purgeActions() {
        throw new SoniError("store.unavailable", "not now");
      },
    },
    {},
  );
  const accepted = await store.accept("c1", sampleMessage("m1"), { lease: "take" });
  expect(accepted).toMatchObject({ kind: "accepted", lead: { kind: "lead" } });
  // Its lead can be given back. One that is lost with an error would be renewed for as long as the process lives.
  if (accepted.kind === "accepted") await accepted.lead?.release();
  expect(await store.lead("c1", { wait: false })).toMatchObject({ kind: "lead" });
  await store.close();
});
