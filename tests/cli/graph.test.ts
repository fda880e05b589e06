import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examples, runCli } from "./run-cli.ts";

describe("soni graph", () => {
  it("draws one diagram a flow, in Markdown", async () => {
    const { code, output } = await runCli(["graph", join(examples, "banking")]);
    expect(code).toBe(0);
    expect(output.match(/^## \w+$/gm)).toEqual([
      "## check_balance",
      "## transfer_money",
      "## block_card",
      "## show_transactions",
    ]);
    expect(output.match(/^flowchart TD$/gm)).toHaveLength(4);
  });

  it("draws a single flow as plain Mermaid, with its errors, denials and branches labelled", async () => {
    const { output } = await runCli(["graph", join(examples, "flight_booking"), "--flow", "change_date"]);
    expect(output).toMatch(/^---\ntitle: /);
    expect(output).toContain('|"on_deny"|');
    expect(output).toContain('|"booking.status == #quot;cancelled#quot;"|');
    const book = await runCli(["graph", join(examples, "flight_booking"), "--flow", "book_flight"]);
    expect(book.output).toContain('|"on_error"|');
  });

  it("names the nearest flow if there is none of that name", async () => {
    const { code, errors } = await runCli(["graph", join(examples, "banking"), "--flow", "transfer_mony"]);
    expect(code).toBe(2);
    expect(errors).toBe("soni: No flow named 'transfer_mony'. Did you mean 'transfer_money'?\n");
  });
});
