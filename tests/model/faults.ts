import type { ScriptedReply } from "./scripted-server.ts";

export interface Fault {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** The failure that is reported, and no command; or the valid commands that were salvaged. */
  readonly expect: string | { readonly salvaged: readonly string[] };
}

const text = (output: string, finish?: "stop" | "length" | "refusal"): ScriptedReply => ({
  kind: "text",
  text: output,
  ...(finish === undefined ? {} : { finish }),
});
const commands = (...list: readonly unknown[]): ScriptedReply =>
  text(JSON.stringify({ commands: list, confidence: 0.9 }));
const setDate = { type: "set_slot", slot: "departure_date", value: "2026-12-20" };
const valid = JSON.stringify({ commands: [setDate], confidence: 0.9 });
const page = "<html><body>Bad gateway</body></html>";

/** Every way a model or its provider was seen, or can be imagined, to fail. */
export const faults: readonly Fault[] = [
  {
    name: "429, retry at once",
    reply: { kind: "status", status: 429, headers: { "retry-after": "0" } },
    expect: "model.rate_limited",
  },
  {
    name: "429, retry in an hour",
    reply: { kind: "status", status: 429, headers: { "retry-after": "3600" } },
    expect: "model.rate_limited",
  },
  { name: "429 without retry-after", reply: { kind: "status", status: 429 }, expect: "model.rate_limited" },
  { name: "500", reply: { kind: "status", status: 500 }, expect: "model.unavailable" },
  {
    name: "502 with a page",
    reply: { kind: "status", status: 502, headers: { "content-type": "text/html" }, body: page },
    expect: "model.unavailable",
  },
  {
    name: "503, retry at a date",
    reply: { kind: "status", status: 503, headers: { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" } },
    expect: "model.unavailable",
  },
  { name: "529 overloaded", reply: { kind: "status", status: 529 }, expect: "model.unavailable" },
  { name: "400", reply: { kind: "status", status: 400 }, expect: "model.refused_request" },
  { name: "401", reply: { kind: "status", status: 401 }, expect: "model.misconfigured" },
  { name: "404", reply: { kind: "status", status: 404, body: "" }, expect: "model.misconfigured" },
  { name: "hang", reply: { kind: "hang" }, expect: "model.timeout" },
  { name: "slow drip", reply: { kind: "drip", everyMilliseconds: 5 }, expect: "model.timeout" },
  { name: "connection reset", reply: { kind: "reset", when: "before_headers" }, expect: "model.unreachable" },
  { name: "connection reset in the body", reply: { kind: "reset", when: "in_body" }, expect: "model.bad_response" },
  { name: "flood", reply: { kind: "flood", bytes: 2_000_000 }, expect: "model.bad_response" },
  { name: "empty body", reply: { kind: "raw", body: "" }, expect: "model.bad_response" },
  {
    name: "a page instead of JSON",
    reply: { kind: "raw", body: page, contentType: "text/html" },
    expect: "model.bad_response",
  },
  { name: "JSON of another protocol", reply: { kind: "raw", body: '{"hello":"world"}' }, expect: "model." },
  { name: "empty text", reply: text(""), expect: "model.unusable_output" },
  { name: "blank text", reply: text(" \n\t "), expect: "model.unusable_output" },
  { name: "refusal", reply: text("I can't help with that.", "refusal"), expect: "model.unusable_output" },
  { name: "prose", reply: text("The user wants to fly on 20 December."), expect: "model.unusable_output" },
  { name: "cut off at the token limit", reply: text(valid.slice(0, -20), "length"), expect: "model.unusable_output" },
  { name: "cut off, claiming to be whole", reply: text(valid.slice(0, -3)), expect: "model.unusable_output" },
  { name: "whole JSON, but marked as cut off", reply: text(valid, "length"), expect: "model.unusable_output" },
  {
    name: "JavaScript instead of JSON",
    reply: text("{commands: [{type: 'affirm'}],}"),
    expect: "model.unusable_output",
  },
  {
    name: "NaN",
    reply: text('{"commands":[{"type":"set_slot","slot":"passengers","value":NaN}]}'),
    expect: "model.unusable_output",
  },
  {
    name: "a number out of range",
    reply: text('{"commands":[{"type":"set_slot","slot":"passengers","value":1e999}]}'),
    expect: "model.unusable_output",
  },
  {
    name: "duplicate keys",
    reply: text('{"commands":[{"type":"set_slot","slot":"origin","slot":"destination","value":"Rome"}]}'),
    expect: "model.unusable_output",
  },
  { name: "two documents", reply: text(`${valid}\n${valid}`), expect: "model.unusable_output" },
  {
    name: "prototype keys",
    reply: text('{"commands":[{"type":"set_slot","slot":"__proto__","value":{"__proto__":{"admin":true}}}]}'),
    expect: "model.unusable_output",
  },
  {
    name: "bottomless nesting",
    reply: text(`${"[".repeat(50_000)}${"]".repeat(50_000)}`),
    expect: "model.unusable_output",
  },
  { name: "null", reply: text("null"), expect: "model.unusable_output" },
  { name: "commands that are no list", reply: text('{"commands":"affirm"}'), expect: "model.unusable_output" },
  { name: "unknown command", reply: commands({ type: "drop_database" }), expect: "model.unusable_output" },
  {
    name: "hidden flow",
    reply: commands({ type: "start_flow", flow: "admin_reset" }),
    expect: "model.unusable_output",
  },
  {
    name: "undeclared slot",
    reply: commands({ type: "set_slot", slot: "price", value: 1 }),
    expect: "model.unusable_output",
  },
  {
    name: "wrong type",
    reply: commands({ type: "set_slot", slot: "departure_date", value: { year: 2026 } }),
    expect: "model.unusable_output",
  },
  {
    name: "null value",
    reply: commands({ type: "set_slot", slot: "departure_date", value: null }),
    expect: "model.unusable_output",
  },
  { name: "a command that is a string", reply: commands("affirm", 7, null, []), expect: "model.unusable_output" },
  {
    name: "10,000 commands",
    reply: commands(
      ...Array.from({ length: 10_000 }, (_, index) => ({ type: "set_slot", slot: "origin", value: `city ${index}` })),
    ),
    expect: "model.unusable_output",
  },
  {
    name: "an affirm beside something invalid",
    reply: commands({ type: "correct_slot", slot: "destinatoin", value: "Rome" }, { type: "affirm" }),
    expect: "model.unusable_output",
  },
  { name: "fenced", reply: text(`\`\`\`json\n${valid}\n\`\`\``), expect: { salvaged: ["set_slot"] } },
  {
    name: "fenced, with prose around",
    reply: text(`Sure! Here it is:\n\`\`\`\n${valid}\n\`\`\`\nHope it helps {smile}.`),
    expect: { salvaged: ["set_slot"] },
  },
  {
    name: "thoughts first",
    reply: text(`<think>maybe {"commands":[]}?</think>${valid}`),
    expect: { salvaged: ["set_slot"] },
  },
  {
    name: "extra fields",
    reply: commands({ ...setDate, promptId: "p1", sudo: true }),
    expect: { salvaged: ["set_slot"] },
  },
  {
    name: "valid beside invented",
    reply: commands(setDate, { type: "start_flow", flow: "admin_reset" }),
    expect: { salvaged: ["set_slot"] },
  },
  {
    name: "the same command 50 times",
    reply: commands(...Array.from({ length: 50 }, () => setDate)),
    expect: { salvaged: ["set_slot"] },
  },
];
