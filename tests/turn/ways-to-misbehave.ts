/** Ways in which a function of a project misbehaves. */
export interface Misbehaviour {
  readonly run: () => unknown;
  /** It never answers: the turn takes all of its time. */
  readonly hangs?: true;
}

const never = (): Promise<never> => new Promise(() => undefined);
const thrower = (error: unknown) => (): never => {
  throw error;
};
const cyclic = (): object => {
  const ring: Record<string, unknown> = { name: "ring" };
  ring["self"] = [ring];
  return ring;
};
const hostile = (): object =>
  new Proxy(
    {},
    {
      get: thrower(new Error("no such trap")),
      ownKeys: thrower(new Error("no keys")),
      getPrototypeOf: thrower(new Error("no prototype")),
    },
  );
const unreadableError = (): Error =>
  Object.defineProperty(new Error("hidden"), "message", { get: thrower(new Error("no message")) });

/** 100 MB each, made once. */
const hugeText = "x".repeat(100 * 1024 * 1024);
const hugeList = new Array(12_500_000).fill(0);

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  throws: { run: thrower(new Error("broken")) },
  "throws undefined": { run: thrower(undefined) },
  "throws an error that cannot be read": { run: () => thrower(unreadableError())() },
  rejects: { run: () => Promise.reject(new Error("broken")) },
  "never settles": { run: never, hangs: true },
  // biome-ignore lint/suspicious/noThenProperty: what it is about
  "gives a thenable that never calls back": { run: () => ({ then: () => undefined }), hangs: true },
  "gives a thenable that calls back twice": {
    run: () => ({
      // biome-ignore lint/suspicious/noThenProperty: what it is about
      then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
        resolve(10n);
        resolve({});
        reject(new Error("and now?"));
      },
    }),
  },
  "gives a thenable that throws": {
    run: () => ({
      // biome-ignore lint/suspicious/noThenProperty: what it is about
      get then() {
        throw new Error("no then");
      },
    }),
  },
  "gives a getter that throws": {
    run: () => ({
      ok: true,
      get commands() {
        throw new Error("not now");
      },
      get text() {
        throw new Error("not now");
      },
    }),
  },
  "gives a getter that throws, later": {
    run: async () => [
      {
        get score() {
          throw new Error("not now");
        },
      },
    ],
  },
  "gives a cycle": { run: cyclic },
  "gives a BigInt": { run: () => ({ ok: 10n, commands: [10n], do: 10n }) },
  "gives a proxy that throws": { run: hostile },
  "gives a proxy that throws, later": { run: async () => [hostile()] },
  "gives a text of 100 MB": { run: () => hugeText },
  "gives a record with 100 MB": { run: () => ({ ok: true, text: hugeText, commands: hugeText, result: hugeText }) },
  "gives a list of 100 MB": { run: async () => hugeList },
  "gives prototype keys": { run: () => JSON.parse('{"__proto__":{"ok":true},"constructor":1}') },
  "gives nothing": { run: () => undefined },
  "gives a function": { run: () => () => never },
  "gives a symbol": { run: () => Symbol("ok") },
};
