import { describe, expect, it } from "vitest";
import { virtualClock } from "../../tests/support/virtual-clock.ts";
import { timeOf } from "../time/system-time.ts";
import {
  type Caller,
  callProjectCode,
  currentProjectCall,
  failRunning,
  type ProjectCall,
  type ProjectCode,
} from "./call-project-code.ts";
import { plainCopy } from "./plain-copy.ts";

function setup() {
  const clock = virtualClock();
  const logged: (readonly [string, unknown])[] = [];
  const caller: Caller = {
    conversationId: "c-1",
    messageId: "m-1",
    time: timeOf(clock),
    deadline: clock.now() + 5_000,
    log: (message, data) => logged.push([message, data]),
  };
  const call = (run: ProjectCode<unknown>["run"]) =>
    callProjectCode({ port: "validator", name: "mine", run, read: plainCopy }, caller);
  return { clock, logged, caller, call };
}
const place = { port: "validator", name: "mine", conversationId: "c-1", messageId: "m-1" };

describe("a call of project code", () => {
  it("that answers at once is answered at once, without a timer", () => {
    const { caller } = setup();
    const time = { ...caller.time, after: () => expect.unreachable("no timer is needed") };
    const code = { port: "validator", name: "mine", run: () => 7, read: plainCopy } as const;
    expect(callProjectCode(code, { ...caller, time })).toEqual({ ok: true, value: 7 });
  });

  it("fails with what it throws or rejects with, whatever that is", async () => {
    const { call } = setup();
    const broken = new Error("no network");
    const thrower = (error: unknown) => () => {
      throw error;
    };
    expect(call(thrower(broken))).toEqual({ ok: false, code: "threw", message: "no network", error: broken });
    expect(await call(() => Promise.reject("text"))).toMatchObject({ code: "threw", message: "text" });
    const unreadable = Object.create(null);
    expect(call(thrower(unreadable))).toMatchObject({ message: "it threw something unreadable." });
    const trap = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("trap");
      },
    });
    expect(call(thrower(trap))).toMatchObject({ code: "threw", message: "it threw something unreadable." });
    expect(call(thrower(new Error("x".repeat(10 ** 6))))).toMatchObject({ message: "x".repeat(2_000) });
  });

  it("that does not answer has failed when its time is up; what it says later is dropped and logged", async () => {
    const { call, clock, logged } = setup();
    let answer = (_: unknown): void => undefined;
    const called = clock.until(
      call(
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      ) as Promise<unknown>,
    );
    expect(await called).toEqual({ ok: false, code: "timeout", message: "It did not answer in time (5 s)." });
    expect(clock.elapsed).toBe(5_000);
    expect(logged).toEqual([
      ["validator failed", { ...place, code: "timeout", error: "It did not answer in time (5 s)." }],
    ]);
    answer("late");
    await clock.pass(0);
    expect(logged[1]).toEqual(["late result dropped", place]);
  });

  it("has its time from when its code begins, if it had to wait for a process to run in", async () => {
    const { call, clock } = setup();
    const given = call(async ({ waits }) => {
      waits(true);
      await new Promise<void>((resolve) => clock.after(12_000, resolve));
      waits(false);
      return new Promise(() => undefined);
    }) as Promise<unknown>;
    expect(await clock.until(given)).toMatchObject({ ok: false, code: "timeout" });
    expect(clock.elapsed).toBe(17_000);
  });

  it("does not wait for a process for ever", async () => {
    const { call, clock } = setup();
    const given = call(({ waits }) => {
      waits(true);
      return new Promise(() => undefined);
    }) as Promise<unknown>;
    expect(await clock.until(given)).toMatchObject({ ok: false, code: "timeout" });
    expect(clock.elapsed).toBe(15_000);
  });

  it("is not made when no time is left", () => {
    const { caller } = setup();
    const run = () => expect.unreachable("it is not called");
    const late = { ...caller, deadline: caller.time.now() };
    const called = callProjectCode({ port: "validator", name: "mine", run, read: plainCopy }, late);
    expect(called).toMatchObject({ ok: false, code: "timeout" });
  });

  it("has a signal that is aborted when it is over, in time or not", async () => {
    const { call, clock } = setup();
    const signals: AbortSignal[] = [];
    const calls: ProjectCall[] = [];
    await call(({ signal }) => {
      signals.push(signal);
      return Promise.resolve(signal.aborted);
    });
    call((given) => calls.push(given));
    await clock.until(
      call((given) => {
        calls.push(given);
        signals.push(given.signal);
        return new Promise(() => undefined);
      }) as Promise<unknown>,
    );
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it("is known to everything that it starts, and to nothing else", async () => {
    const { call, caller } = setup();
    const seen: (string | undefined)[] = [];
    const look = (): void => {
      seen.push(currentProjectCall()?.name);
    };
    await call(async () => {
      look();
      await null;
      look();
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          look();
          resolve();
        });
      });
    });
    look();
    expect(seen).toEqual(["mine", "mine", "mine", undefined]);
    await callProjectCode(
      {
        port: "action",
        name: "reads",
        run: async () => 1,
        read: () => ({ ok: true, value: seen.push(currentProjectCall()?.name) }),
      },
      caller,
    );
    expect(seen.at(-1)).toBe("reads");
  });

  it("that still runs can be failed from outside, once", async () => {
    const { call } = setup();
    const calls: ProjectCall[] = [];
    const called = call((given) => {
      calls.push(given);
      return new Promise(() => undefined);
    });
    const [running] = calls as [ProjectCall];
    expect(failRunning(running, new Error("in a timer"))).toBe(true);
    expect(await called).toMatchObject({ ok: false, code: "threw", message: "in a timer" });
    expect(failRunning(running, new Error("again"))).toBe(false);
  });

  it("takes the first answer of a thenable that calls back twice, and none of one that never does", async () => {
    const { call, clock } = setup();
    const twice = {
      // biome-ignore lint/suspicious/noThenProperty: what it is about
      then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
        resolve("first");
        resolve("second");
        reject(new Error("third"));
      },
    };
    expect(await call(() => twice)).toEqual({ ok: true, value: "first" });
    // biome-ignore lint/suspicious/noThenProperty: what it is about
    const never = clock.until(call(() => ({ then: () => undefined })) as Promise<unknown>);
    expect(await never).toMatchObject({ code: "timeout" });
  });

  it("whose answer cannot be read has failed", () => {
    const { call } = setup();
    const hidden = {
      get price(): number {
        throw new Error("not now");
      },
    };
    expect(call(() => hidden)).toMatchObject({ code: "bad_result", message: "It cannot be read: not now" });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(call(() => [proxy])).toMatchObject({ code: "bad_result" });
    expect(call(() => "x".repeat(2 ** 20))).toMatchObject({ code: "too_large" });
  });
});
