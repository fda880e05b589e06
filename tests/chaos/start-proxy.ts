import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import type { Fault } from "./faulty-rows.ts";

/** A wire to a database that can be cut. */
export interface Proxy {
  /** The address, through the wire. */
  readonly address: string;
  /** Cuts it at the n-th packet that a client sends from now on: before it arrives, or before its answer does. */
  cutAt(fault: Fault): void;
  /** Whether that packet has come. */
  wasCut(): boolean;
  close(): Promise<void>;
}

export async function startProxy(address: string): Promise<Proxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let fault: Fault | null = null;
  let packets = 0;
  let isCut = false;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isMute = false;
    const cut = (): void => {
      isCut = true;
      client.destroy();
      database.destroy();
    };
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on("data", (packet) => {
      packets += 1;
      const when = fault?.write === packets ? fault.when : null;
      if (when === "before") return cut();
      if (when === "after") isMute = true;
      database.write(packet);
    });
    database.on("data", (packet) => (isMute ? cut() : client.write(packet)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(address);
  own.port = String((server.address() as AddressInfo).port);
  return {
    address: own.href,
    cutAt(next) {
      fault = next;
      packets = 0;
      isCut = false;
    },
    wasCut: () => isCut,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
