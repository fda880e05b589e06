import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "../../src");

/** A task that became active another way would pass neither the trigger, nor `interruptible`, nor the limit of the stack. */
it("only enter.ts begins tasks, raises them and puts them back", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const importing = (name: string): readonly string[] =>
    files.filter((file) =>
      [...readFileSync(join(source, file), "utf8").matchAll(/^import \{([^}]*)\} from "[^"]*\/stack\.ts";$/gm)].some(
        ([, names = ""]) => names.split(",").some((each) => each.trim() === name),
      ),
    );
  expect(importing("startTask")).toEqual(["engine/flow/enter.ts"]);
  expect(importing("activateTop")).toEqual(["engine/flow/enter.ts"]);
  expect(importing("pauseTop")).toEqual(["engine/flow/enter.ts"]);
  // A called or linked flow is part of the task that calls it.
  expect(importing("pushFrame")).toEqual(["engine/steps/call.ts", "engine/steps/link.ts"]);
});
