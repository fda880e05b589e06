import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { examples, runCli, temporaryFolder } from "./run-cli.ts";

async function broken(change: (flows: string) => string): Promise<string> {
  const folder = join(await temporaryFolder(), "banking");
  await cp(join(examples, "banking"), folder, { recursive: true });
  const file = join(folder, "flows.yaml");
  await writeFile(file, change(await readFile(file, "utf8")));
  return folder;
}

it("a transfer without its confirmation is found, with its place and the shortest conversation", async () => {
  const folder = await broken((flows) =>
    flows.replace('message: "Send {amount}', 'when: amount > 100\n        message: "Send {amount}'),
  );
  const { code, output } = await runCli(["explore", folder]);
  expect(code).toBe(1);
  const [first = "", ...lines] = output.split("\n");
  expect(first).toBe(
    `${join(folder, "flows.yaml")}:51 unconfirmed_effect 'send_money' changes the world, and nobody has said yes to it.`,
  );
  expect(lines.slice(0, 8)).toEqual([
    "    > /start_flow transfer_money",
    '      "Who do you want to send money to?"',
    "    > /set_slot recipient=Ana",
    '      "How much?"',
    "    > /set_slot amount=50",
    '      "From which account?"',
    "    > /set_slot account=checking",
    '      "Sent. The number of the transfer is sample."',
  ]);
});

it("what is meant so is allowed, and JSON tells it all", async () => {
  const folder = await broken((flows) =>
    flows.replace('message: "Send {amount}', 'when: amount > 100\n        message: "Send {amount}'),
  );
  expect((await runCli(["explore", folder, "--allow", "unconfirmed_effect"])).code).toBe(0);
  const { output } = await runCli(["explore", folder, "--json", "--random", "5", "--seed", "2"]);
  const { flows, messages, findings } = JSON.parse(output);
  expect(flows.map(({ flow }: { readonly flow: string }) => flow)).toContain("transfer_money");
  expect(messages).toBeGreaterThan(100);
  expect(findings[0]).toMatchObject({ kind: "unconfirmed_effect", flow: "transfer_money", step: "send" });
});
