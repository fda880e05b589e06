import { Command, InvalidArgumentError } from "commander";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import type { SimulateChoice } from "../simulate/simulate.ts";

export const simulateCommand: CommandBuilder = ({ console, end }) =>
  new Command("simulate")
    .description("let simulated users with goals talk to an assistant, and tell who got what they wanted")
    .addArgument(folderArgument())
    .option("--users <place>", "a file of users, or a folder of such files (default: tests/users)")
    .option("--model <provider:model>", "a model that says what users mean in other words (default: templates)")
    .option("--real", "call the project's own actions (default: stand-ins)")
    .option("--report <file>", "write an HTML report")
    .option("--least <percent>", "users who have to succeed", readPercent, 90)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Users have a flow and its slots in mind, and may deviate from the straight way:

  users:
    corrects the amount:
      flow: transfer_money
      slots: { recipient: Luis, amount: 120 }
      deviations: [corrects]

They speak in words, which the understander of the settings reads.

Exit code 0: fine; 1: somebody was harmed by an effect that they did not want; 3: fewer than --least percent succeeded.

Examples:
  $ soni simulate examples/banking
  $ soni simulate examples/banking --report users.html`,
    )
    .action(async (folder: string, options: SimulateChoice) => {
      await requireFolder(folder);
      const { simulateFolder } = await import("../simulate/simulate.ts");
      end(await simulateFolder(folder, options, console));
    });

function readPercent(text: string): number {
  const percent = Number(text);
  if (text.trim() === "" || !(percent >= 0 && percent <= 100)) throw new InvalidArgumentError("It takes 0 to 100.");
  return percent;
}
