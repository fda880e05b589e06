import { join } from "node:path";
import { expect, it } from "vitest";
import { examples, runCli } from "./run-cli.ts";

it.each(["banking", "flight_booking"])("the tests of %s notice at least nine of ten changes", async (name) => {
  const { code, output } = await runCli(["mutate", join(examples, name)]);
  expect(output).toMatch(/^\d+ changes: .* by nobody \([\d.]+%\)\.$/m);
  expect(code).toBe(0);
});

it("more unnoticed changes than are accepted have an exit code of their own, and JSON tells who noticed what", async () => {
  const { code, output } = await runCli(["mutate", join(examples, "banking"), "--most", "0", "--json"]);
  expect(code).toBe(3);
  const { tried, failing } = JSON.parse(output);
  expect(failing).toEqual([]);
  expect(tried).toContainEqual(
    expect.objectContaining({
      mutation: expect.objectContaining({ kind: "confirm_dropped", flow: "transfer_money" }),
      noticedBy: expect.stringMatching(/./),
    }),
  );
});

it("a folder without tests is said so", async () => {
  const { code, errors } = await runCli(["mutate", join(examples, "banking"), "--tests", "nowhere"]);
  expect(code).toBe(2);
  expect(errors).toContain("There are no conversation tests in 'nowhere'.");
});
