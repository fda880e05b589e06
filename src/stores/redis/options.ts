/** Apart from the client, whose types are those of `ioredis`: who has not installed it can still compile. */
export interface RedisOptions {
  /** `redis://user:password@host:port/database`, or `rediss:` with TLS. */
  readonly url: string;
  /** All keys begin so. Default: `soni`. */
  readonly prefix?: string;
  /**
   * `synced` (default): refuse a server that acknowledges before its disk has it. `received`: take it as it is, for
   * conversations whose last second may be lost.
   */
  readonly acknowledge?: "synced" | "received";
}
