/** Apart from the pool, whose types are those of `pg`: who has not installed it can still compile. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Tables and functions live in a schema of this name; made if it is missing. Default: `soni`. */
  readonly schema?: string;
  /** Connections of this process. None is held while a model or an action is waited for. Default: 10. */
  readonly connections?: number;
  /** Milliseconds after which a statement is given up. Default: 10 seconds. */
  readonly statementTimeoutMs?: number;
}
