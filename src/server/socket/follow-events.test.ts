import { expect, it } from "vitest";
import type { Listener } from "../live.ts";
import type { NumberedEvent } from "../protocol.ts";
import { eventId, eventPlaces } from "../views.ts";
import { followEvents } from "./follow-events.ts";

const accepted = (turn: number): NumberedEvent => ({
  type: "accepted",
  id: eventId(turn, eventPlaces.accepted),
  turn,
  messageId: `m${turn}`,
  at: 0,
  text: "",
});
const step = (turn: number, index: number): NumberedEvent => ({
  type: "action_started",
  id: eventId(turn, eventPlaces.progress + index),
  turn,
  messageId: `m${turn}`,
  action: "act",
});
const done = (turn: number): NumberedEvent => ({
  type: "done",
  id: eventId(turn, eventPlaces.done),
  turn,
  messageId: `m${turn}`,
});
const wholeTurn = (turn: number): readonly NumberedEvent[] => [accepted(turn), step(turn, 0), done(turn)];
const idsOf = (events: readonly NumberedEvent[]): readonly number[] => events.map(({ id }) => id);

/** A conversation that happens by hand. */
function follow(after: number, stored: NumberedEvent[]) {
  const got: NumberedEvent[] = [];
  const failures: unknown[] = [];
  let listener: Listener = () => undefined;
  let follower = (_turns: number): void => undefined;
  let reads = 0;
  let isBroken = false;
  const stop = followEvents({
    after,
    listen(given) {
      listener = given;
      return () => {
        listener = () => undefined;
      };
    },
    watch(given) {
      follower = given;
      return () => undefined;
    },
    async read(last) {
      reads += 1;
      if (isBroken) throw new Error("no store");
      return stored.filter(({ id }) => id > last);
    },
    send: (event) => got.push(event),
    async sendPaced(event) {
      got.push(event);
    },
    fail: (error) => failures.push(error),
  });
  return {
    got,
    failures,
    stop,
    live: (event: NumberedEvent) => listener(event),
    stored: (turns: number) => follower(turns),
    reads: () => reads,
    /** Everything that waits for a promise has gone on. */
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
    breakStore: () => {
      isBroken = true;
    },
  };
}

it("a turn that is seen from its beginning is passed on at once, without the store", async () => {
  const all = follow(0, [...wholeTurn(1)]);
  await all.settle();
  for (const event of wholeTurn(2)) all.live(event);
  expect(idsOf(all.got)).toEqual(idsOf([...wholeTurn(1), ...wholeTurn(2)]));
  expect(all.reads()).toBe(1);
});

it("a turn that was under way is read when it is done", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(eventId(1, eventPlaces.done), stored);
  await all.settle();
  all.live(step(2, 0));
  expect(all.got).toEqual([]);
  stored.push(...wholeTurn(2));
  all.live(done(2));
  await all.settle();
  expect(idsOf(all.got)).toEqual(idsOf(wholeTurn(2)));
});

it("a turn of another process is read before the next one of this process", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(0, stored);
  await all.settle();
  stored.push(...wholeTurn(2), ...wholeTurn(3));
  for (const event of wholeTurn(3)) all.live(event);
  await all.settle();
  expect(idsOf(all.got)).toEqual(idsOf([...wholeTurn(1), ...wholeTurn(2), ...wholeTurn(3)]));
});

it("a turn of another process is read once it is known to be there", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(0, stored);
  await all.settle();
  all.stored(1);
  expect(all.reads()).toBe(1);
  stored.push(...wholeTurn(2));
  all.stored(2);
  await all.settle();
  expect(idsOf(all.got)).toEqual(idsOf([...wholeTurn(1), ...wholeTurn(2)]));
});

it("a turn that is known to be stored before its end was told comes once", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(0, stored);
  await all.settle();
  const [begin, step, end] = wholeTurn(2);
  stored.push(...wholeTurn(2));
  for (const event of [begin, step]) if (event !== undefined) all.live(event);
  all.stored(2);
  if (end !== undefined) all.live(end);
  await all.settle();
  expect(idsOf(all.got)).toEqual(idsOf([...wholeTurn(1), ...wholeTurn(2)]));
});

it("a turn that ends while the store is read comes once", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(0, stored);
  stored.push(...wholeTurn(2));
  for (const event of wholeTurn(2)) all.live(event);
  await all.settle();
  expect(idsOf(all.got)).toEqual(idsOf([...wholeTurn(1), ...wholeTurn(2)]));
});

it("a turn that begins again after its worker was overtaken is not told twice", async () => {
  const all = follow(0, []);
  await all.settle();
  for (const event of [accepted(1), step(1, 0), accepted(1), step(1, 0), step(1, 1), done(1)]) all.live(event);
  expect(idsOf(all.got)).toEqual(idsOf([accepted(1), step(1, 0), step(1, 1), done(1)]));
});

const sentence = (turn: number, index: number): NumberedEvent => ({
  type: "sentence",
  id: eventId(turn, eventPlaces.progress + index),
  turn,
  messageId: `m${turn}`,
  message: `m${turn}.1`,
  index,
  text: `${index}.`,
});

it("a turn that is taken up after a crash goes on live with the sentence after the last one; missed ones are read first", async () => {
  const stored = [...wholeTurn(1), accepted(2), sentence(2, 0), sentence(2, 1)];
  const next = follow(sentence(2, 1).id, stored);
  const missed = follow(sentence(2, 0).id, stored);
  await next.settle();
  await missed.settle();
  expect(next.got).toEqual([]);
  expect(idsOf(missed.got)).toEqual([sentence(2, 1).id]);
  for (const event of [sentence(2, 2), sentence(2, 3), done(2)]) {
    stored.push(event);
    next.live(event);
    missed.live(event);
    expect(next.got.at(-1)).toEqual(event);
    expect(missed.got.at(-1)).toEqual(event);
  }
  expect(idsOf(missed.got)).toEqual(idsOf([1, 2, 3].map((index) => sentence(2, index))).concat(done(2).id));
  expect(next.reads()).toBe(1);
});

it("a sentence that comes while the store is read is told once, in its place", async () => {
  const stored = [...wholeTurn(1), accepted(2), sentence(2, 0)];
  const all = follow(eventId(1, eventPlaces.done), stored);
  for (const event of [sentence(2, 1), sentence(2, 2)]) {
    stored.push(event);
    all.live(event);
  }
  await all.settle();
  stored.push(sentence(2, 3));
  all.live(sentence(2, 3));
  expect(idsOf(all.got)).toEqual(idsOf([accepted(2), ...[0, 1, 2, 3].map((index) => sentence(2, index))]));
});

it("a step that is not the next one waits for a sentence after it, which is stored with all before it", async () => {
  const stored = [...wholeTurn(1)];
  const all = follow(eventId(1, eventPlaces.done), stored);
  await all.settle();
  all.live(step(2, 2));
  await all.settle();
  expect(all.got).toEqual([]);
  stored.push(accepted(2), sentence(2, 0), step(2, 1), step(2, 2), sentence(2, 3));
  all.live(sentence(2, 3));
  await all.settle();
  all.live(step(2, 4));
  expect(idsOf(all.got)).toEqual([accepted(2).id, ...[1, 2, 3, 4, 5].map((place) => eventId(2, place))]);
});

it("a store that cannot be read is told; after the end nothing is", async () => {
  const all = follow(eventId(1, eventPlaces.done), []);
  await all.settle();
  all.breakStore();
  all.live(done(2));
  await all.settle();
  expect(all.failures).toHaveLength(1);
  all.stop();
  for (const event of wholeTurn(3)) all.live(event);
  await all.settle();
  expect(all.got).toEqual([]);
});
