import { expect, it } from "vitest";
import type { Template } from "../engine/assistant/template.ts";
import type { TemplateValues } from "../engine/state/outcome.ts";
import { interpolate } from "./locale.ts";

const context = { locale: "en", timezone: "UTC", words: { yes: "yes", no: "no" } };

const greeting: Template = {
  source: "Hello {name}, {flight.price} euros.",
  parts: [
    { kind: "text", text: "Hello " },
    { kind: "path", path: ["name"] },
    { kind: "text", text: ", " },
    { kind: "path", path: ["flight", "price"] },
    { kind: "text", text: " euros." },
  ],
};

it("fills names and dotted paths", () => {
  const values: TemplateValues = {
    name: { value: "Ana", type: "string" },
    "flight.price": { value: 120, type: "any" },
  };
  expect(interpolate(greeting, values, context)).toBe("Hello Ana, 120 euros.");
});

it("never reads a value as a template", () => {
  const values: TemplateValues = {
    name: { value: "{flight.price} {name}", type: "string" },
    "flight.price": { value: 120, type: "any" },
  };
  expect(interpolate(greeting, values, context)).toBe("Hello {flight.price} {name}, 120 euros.");
});

it("shows a missing value as nothing", () => {
  expect(interpolate(greeting, {}, context)).toBe("Hello ,  euros.");
});

it("finds nothing on the prototype", () => {
  const template: Template = { source: "{constructor}!", parts: [{ kind: "path", path: ["constructor"] }] };
  expect(interpolate(template, {}, context)).toBe("");
});
