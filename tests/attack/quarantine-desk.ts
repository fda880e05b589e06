import { runCli } from "../cli/run-cli.ts";

/** What an operator does with messages that were set aside, by the command line. */
export interface QuarantineDesk {
  list(): Promise<readonly QuarantinedMessage[]>;
  show(message: QuarantinedMessage): Promise<string>;
  retry(message: QuarantinedMessage): Promise<void>;
  drop(message: QuarantinedMessage): Promise<void>;
}

export interface QuarantinedMessage {
  readonly conversationId: string;
  readonly messageId: string;
  readonly attempts: number;
}

export function quarantineDesk(
  folder: string,
  store: string,
  environment: Readonly<Record<string, string>>,
): QuarantineDesk {
  const run = async (...given: readonly string[]): Promise<string> => {
    const { code, output, errors } = await runCli(["quarantine", ...given, folder, "--store", store], { environment });
    if (code !== 0) throw new Error(`soni quarantine ${given.join(" ")}: ${errors}${output}`);
    return output;
  };
  return {
    list: async () => JSON.parse(await run("list", "--json")),
    show: ({ conversationId, messageId }) => run("show", conversationId, messageId),
    async retry({ conversationId, messageId }) {
      await run("retry", conversationId, messageId);
    },
    async drop({ conversationId, messageId }) {
      await run("drop", conversationId, messageId);
    },
  };
}
