import { expect, it } from "vitest";
import type { InstanceInScope } from "../understander.ts";
import { namedInstance } from "./named-instance.ts";

const task = (flowId: string, label: string, active = false): InstanceInScope =>
  ({ flow: "book_flight", flowId, label, active }) as InstanceInScope;
const instances = [task("1", "Flight to Rome"), task("2", "Flight to Paris", true)];
const called = (label: string): readonly InstanceInScope[] => [
  task("1", `${label} Roma`),
  task("2", `${label} Paris`, true),
];

it.each([
  ["the first one", "1"],
  ["back to my second flight", "2"],
  ["the other booking flight", "1"],
  ["the other one", "1"],
  ["the one to Rome", "1"],
])("%s is task %s", (text, id) => expect(namedInstance(text, instances)?.flowId).toBe(id));

it.each(["the first of January", "the second day", "first, tell me more"])("%s is no task", (text) =>
  expect(namedInstance(text, instances)).toBeNull(),
);

it.each([
  ["es", "el primer vuelo", "Vuelo a", "1"],
  ["es", "el otro", "Vuelo a", "1"],
  ["de", "den ersten Flug", "Flug nach", "1"],
  ["de", "der andere", "Flug nach", "1"],
  ["fr", "le deuxième vol", "Vol pour", "2"],
  ["fr", "l'autre", "Vol pour", "1"],
])("in %s: %s", (language, text, label, id) => expect(namedInstance(text, called(label), language)?.flowId).toBe(id));
