import { runCli } from "../cli/run-cli.ts";
import { attackClient } from "./attack-client.ts";

/** An operator's work with messages that were set aside. */
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

/** By the command line. It opens the folder in a process of its own. */
export function deskByCommandLine(
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
    list: async () => JSON.parse(await run("list", "--json", "--limit", "1000")),
    show: ({ conversationId, messageId }) => run("show", conversationId, messageId),
    async retry({ conversationId, messageId }) {
      await run("retry", conversationId, messageId);
    },
    async drop({ conversationId, messageId }) {
      await run("drop", conversationId, messageId);
    },
  };
}

/** By the routes of the server, for programs whose folder alone is not all of their assistant. */
export function deskByHttp(url: string): QuarantineDesk {
  const client = attackClient(url);
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await client.call(method, `/v1/quarantine${path}`, json);
    if (answer?.status !== 200) throw new Error(`${method} /v1/quarantine${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const pathOf = ({ conversationId, messageId }: QuarantinedMessage): string =>
    `/${encodeURIComponent(conversationId)}/${encodeURIComponent(messageId)}`;
  return {
    list: async () => (await call("GET", "?limit=100")).messages,
    show: async (message) => JSON.stringify(await call("GET", pathOf(message))),
    async retry(message) {
      await call("POST", `${pathOf(message)}/retry`, {});
    },
    async drop(message) {
      await call("DELETE", pathOf(message));
    },
  };
}
