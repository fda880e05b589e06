import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../config/parse-assistant.ts";

const head = `version: "1.0"
slots:
  city: { type: string, description: City, prompt: "City?" }
  cabin: { type: categorical, description: Cabin, prompt: "Cabin?", values: [economy, business] }
  paid: { type: boolean, description: Paid, prompt: "Paid?" }
  bags: { type: integer, description: Bags, prompt: "Bags?" }
  price: { type: float, description: Price, set_by: action }
actions:
  search: { description: Search, inputs: [city, "bags?"], outputs: [price] }
responses:
  hello: { default: "Hello." }
flows:
  greet: { description: Greet, trigger: { intents: [hello] }, steps: [{ step: hi, type: say, response: hello }] }
  other:
    description: Other
    inputs: ["city?", token]
    outputs: [city]
    slots: { token: { type: string, description: Token, set_by: action } }
    steps: [{ step: a, type: collect, slot: city }, { step: b, type: say, message: "{token}" }]
  main:
    description: Main
    trigger: { intents: [main] }
    steps:
      - { step: c, type: collect, slot: city }
`;

/** What is said about a step after `c`, with the text that it points at. */
function findingsOf(step: string): readonly string[] {
  const text = `${head}      - ${step}\n`;
  const lines = text.split("\n");
  const { findings } = parseAssistant([{ file: "soni.yaml", text }]);
  return findings
    .filter(({ line }) => lines[line - 1]?.includes(step))
    .map(({ code, severity, message, line, column, suggestion }) => {
      const place = /^[^\s,}\]]+/.exec(lines[line - 1]?.slice(column - 1) ?? "")?.[0];
      const told = `${severity} ${code} at ${place === "{" ? "the step" : place}: ${message}`;
      return suggestion === undefined ? told : `${told} [${suggestion}]`;
    });
}

describe("what is wrong with an action", () => {
  it.each<readonly [step: string, ...findings: readonly string[]]>([
    [
      "{ step: x, type: action, call: serch }",
      "error action.unknown at serch: No action named 'serch'. Did you mean 'search'? [search]",
    ],
    [
      "{ step: x, type: action, call: quux }",
      "error action.unknown at quux: No action named 'quux'. Declare it in 'actions'.",
    ],
    [
      "{ step: x, type: action, call: 'lib.search' }",
      "error action.unknown at 'lib.search': Actions are called by their name alone, not 'lib.search'. Did you mean 'search'? [search]",
    ],
    [
      "{ step: x, type: action, call: my.lib.search }",
      "error action.unknown at my.lib.search: Actions are called by their name alone, not 'my.lib.search'. Did you mean 'search'? [search]",
    ],
    [
      "{ step: x, type: action, call: search, inputs: { citty: city } }",
      "error action.unknown_input at citty:: No input named 'citty'. Did you mean 'city'? [city]",
    ],
    [
      "{ step: x, type: action, call: search, inputs: [city, paid] }",
      "error action.unknown_input at paid: No input named 'paid'. Add it to the inputs of 'search'.",
    ],
    [
      "{ step: x, type: action, call: search, map_outputs: { prize: total } }",
      "warning action.unknown_output at prize:: 'search' declares no output 'prize'. Did you mean 'price'? [price]",
    ],
    [
      "{ step: x, type: action, call: search, on_error: cc }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
  ])("is told: %s", (step, ...findings) => {
    expect(findingsOf(step)).toEqual(findings);
  });
});

describe("what is wrong with a branch", () => {
  it.each<readonly [step: string, ...findings: readonly string[]]>([
    [
      "{ step: x, type: branch, slot: cabin, when: [{ else: end }] }",
      "error config.conflicting_keys at the step: A branch has either 'when', or 'slot' or 'evaluate' with 'cases'.",
    ],
    [
      "{ step: x, type: branch, cases: { economy: end }, when: [{ else: end }] }",
      "error config.conflicting_keys at the step: A branch has either 'when', or 'slot' or 'evaluate' with 'cases'.",
    ],
    [
      "{ step: x, type: branch, slot: cabin, evaluate: bags, cases: { economy: end, default: end } }",
      "error config.conflicting_keys at the step: A branch looks at a 'slot' or an 'evaluate', not both.",
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
    ],
    ["{ step: x, type: branch }", "error config.missing_key at the step: The key 'when' is missing."],
    [
      "{ step: x, type: branch, cases: { economy: end } }",
      "error config.missing_key at the step: The key 'slot' or 'evaluate' is missing.",
    ],
    ["{ step: x, type: branch, slot: cabin }", "error config.missing_key at the step: The key 'cases' is missing."],
    [
      "{ step: x, type: branch, when: [{ else: end }, { condition: paid, then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "error branch.unreachable_case at the step: 'else' always matches; put it last.",
    ],
    [
      "{ step: x, type: branch, slot: cabbin, cases: { economy: end, default: end } }",
      "error slot.unknown at cabbin: No slot named 'cabbin'. Did you mean 'cabin'? [cabin]",
    ],
    [
      "{ step: x, type: branch, slot: cabin, cases: { economy: cc, default: end } }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      "{ step: x, type: branch, slot: cabin, cases: { economy: end } }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at cases:: No case may match when 'cabin' is business. Add 'default: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: paid, then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match when 'paid' is false. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: not paid, then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match when 'paid' is true. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: paid, then: end }, { condition: not paid, then: c }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"cabin == 'economy' or cabin == 'business'\", then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"cabin == 'economy' or paid\", then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"cabin in ['economy', 'business']\", then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"cabin in ['economy', city]\", then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: paid, then: end }, { condition: \"cabin == 'economy'\", then: c }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: bags > 2, then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"city == 'Rome'\", then: end }] }",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: paid.x, then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"cabin != 'economy'\", then: end }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      '{ step: x, type: branch, when: [{ condition: "cabin == city", then: end }] }',
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      '{ step: x, type: branch, when: [{ condition: "-bags", then: end }] }',
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
    [
      "{ step: x, type: branch, slot: cabin, cases: { econmy: end, default: end } }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.unknown_value at econmy:: 'cabin' is never 'econmy'. Did you mean 'economy'? [economy]",
    ],
    [
      "{ step: x, type: branch, slot: cabin, cases: { zzz: end, else: end } }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
      "error branch.unknown_value at zzz:: 'cabin' is never 'zzz'. There are economy, business.",
    ],
    [
      "{ step: x, type: branch, slot: cabin, cases: { 'null': end, '!= economy': c, \"'business'\": end, default: end } }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'cabin', so it is always empty here. Collect it, or make it an input.",
    ],
    [
      "{ step: x, type: branch, slot: bags, cases: { '1..3': end, '>3': c, default: end } }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
    ],
    [
      '{ step: x, type: branch, evaluate: "bags +", cases: { a: end, default: end } }',
      'error expression.syntax at ": Expected a value, found the end.',
    ],
    [
      '{ step: x, type: branch, slot: "city..x", cases: { a: end, default: end } }',
      `error expression.syntax at ..x": Unexpected character '.'.`,
    ],
    ["{ step: x, type: branch, slot: city.x, cases: { a: end, default: end } }"],
    [
      "{ step: x, type: branch, slot: cabin, cases: { economy: cc } }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      "{ step: x, type: branch, slot: paid, cases: { 'true': end, default: cc } }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      "{ step: x, type: branch, slot: bags, cases: { '> >': end } }",
      "error expression.syntax at '>: Expected a value, found '>'.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: \"zzzzz == 'x'\", then: end }] }",
      "error expression.unknown_name at zzzzz: No slot named 'zzzzz' here. There are city, cabin, paid, bags, price.",
    ],
    [
      "{ step: x, type: branch, when: [{ condition: paid, then: end }, { condition: bags > 2, then: c }] }",
      "warning slot.never_filled at the step: Nothing in this flow fills 'paid', so it is always empty here. Collect it, or make it an input.",
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
      "error branch.falls_through at when:: No case may match. Add '- else: continue', or another step to go to.",
    ],
  ])("is told: %s", (step, ...findings) => {
    expect(findingsOf(step)).toEqual(findings);
  });
});

describe("what is wrong with a call or a link", () => {
  it.each<readonly [step: string, ...findings: readonly string[]]>([
    [
      "{ step: x, type: call, flow: other, target: other, inputs: { token: a } }",
      "error config.conflicting_keys at target:: 'target' is the same as 'flow'; keep one.",
    ],
    ["{ step: x, type: call }", "error config.missing_key at the step: The key 'flow' is missing: which flow to call."],
    ["{ step: x, type: link }", "error config.missing_key at the step: The key 'flow' is missing: which flow to link."],
    [
      "{ step: x, type: call, flow: othr }",
      "error flow.unknown at othr: No flow named 'othr'. Did you mean 'other'? [other]",
    ],
    [
      "{ step: x, type: call, target: othr }",
      "error flow.unknown at othr: No flow named 'othr'. Did you mean 'other'? [other]",
    ],
    [
      "{ step: x, type: call, flow: other, inputs: { token: a, citty: city } }",
      "error flow.unknown_input at citty:: The flow 'other' has no input 'citty'. Did you mean 'city'? [city]",
    ],
    [
      "{ step: x, type: call, flow: other, inputs: [city, bags] }",
      "error flow.missing_input at the step: The flow 'other' needs the input 'token'. Add it to 'inputs', or make it 'token?' there.",
      "warning slot.never_filled at the step: Nothing in this flow fills 'bags', so it is always empty here. Collect it, or make it an input.",
      "error flow.unknown_input at bags: The flow 'other' has no input 'bags'. Add it to the inputs of 'other'.",
    ],
    [
      "{ step: x, type: call, flow: other }",
      "error flow.missing_input at the step: The flow 'other' needs the input 'token'. Add it to 'inputs', or make it 'token?' there.",
    ],
    [
      "{ step: x, type: call, flow: other, inputs: { token: a }, outputs: { citti: city } }",
      "error flow.unknown_output at citti:: The flow 'other' has no output 'citti'. There is only 'city'.",
    ],
    [
      "{ step: x, type: call, flow: other, inputs: { token: a }, outputs: [city, toke] }",
      "error flow.unknown_output at toke: The flow 'other' has no output 'toke'. There is only 'city'.",
    ],
    [
      "{ step: x, type: link, flow: other, inputs: { token: a, zip: 1 } }",
      "error flow.unknown_input at zip:: The flow 'other' has no input 'zip'. Add it to the inputs of 'other'.",
    ],
  ])("is told: %s", (step, ...findings) => {
    expect(findingsOf(step)).toEqual(findings);
  });
});

describe("what is wrong with a question or a confirmation", () => {
  it.each<readonly [step: string, ...findings: readonly string[]]>([
    [
      "{ step: x, type: collect, slot: citi }",
      "error slot.unknown at citi: No slot named 'citi'. Did you mean 'city'? [city]",
    ],
    [
      "{ step: x, type: collect, slot: zzzzz }",
      "error slot.unknown at zzzzz: No slot named 'zzzzz'. Declare it in 'slots', with its type.",
    ],
    [
      "{ step: x, type: collect, slot: price }",
      "error slot.action_owned at price: 'price' is set by an action, so nobody can be asked for it. Declare it in 'slots' as the user's.",
    ],
    [
      "{ step: x, type: collect, slot: bags, on_invalid: cc, on_cancel: dd }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
      "error flow.unknown_target at dd: No step named 'dd'. There are c, x, continue, end, error, cancel.",
    ],
    [
      "{ step: x, type: confirm, message: Sure?, on_confirm: cc, on_deny: dd }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
      "error flow.unknown_target at dd: No step named 'dd'. There are c, x, continue, end, error, cancel.",
    ],
    [
      '{ step: x, type: confirm, message: "Sure {?" }',
      'error template.syntax at {?": A brace that is never closed; write {{ to show it.',
    ],
    ["{ step: x, type: collect, slot: pick, from: \"['a', 'b']\" }"],
  ])("is told: %s", (step, ...findings) => {
    expect(findingsOf(step)).toEqual(findings);
  });
});

describe("what is wrong with any other step", () => {
  it.each<readonly [step: string, ...findings: readonly string[]]>([
    [
      "{ step: x, type: generate, instruction: Write., context: [city, citi], on_error: cc }",
      "error generate.no_model at generate: 'generate' needs a model that writes: set settings.models.generate or another nlu provider than embedded.",
      "error slot.unknown at citi: No slot named 'citi'. Did you mean 'city'? [city]",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      '{ step: x, type: handoff, context: [city, citi], message: "{citi}", on_error: cc }',
      "error slot.unknown at citi: No slot named 'citi'. Did you mean 'city'? [city]",
      "error template.unknown_name at citi: No slot named 'citi' here. Did you mean 'city'? [city]",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      "{ step: x, type: say, message: Hi., response: hello }",
      "error config.conflicting_keys at the step: A say has either 'message' or 'response'.",
    ],
    ["{ step: x, type: say }", "error config.missing_key at the step: A say needs 'message' or 'response'."],
    [
      "{ step: x, type: say, response: hallo }",
      "error response.unknown at hallo: No response named 'hallo'. Did you mean 'hello'? [hello]",
    ],
    [
      "{ step: x, type: say, response: zzzzz }",
      "error response.unknown at zzzzz: No response named 'zzzzz'. Declare it in 'responses'.",
    ],
    ['{ step: x, type: say, ui: { image: { url: "https://example.org/a.png", alt: A } } }'],
    ["{ step: x, type: set, slots: { paid: true }, when: city }"],
    ["{ step: x, type: set, slots: { paid: true }, condition: city }"],
    [
      '{ step: x, type: set, slots: { paid: true }, condition: "city +" }',
      'error expression.syntax at ": Expected a value, found the end.',
    ],
    [
      "{ step: x, type: set, slots: { paid: true }, when: paid, condition: paid }",
      "error config.conflicting_keys at condition:: 'condition' of a set is the same as 'when'; keep one of them.",
    ],
    [
      "{ step: x, type: set, slots: { bags: many, cabin: '{{ cabin + }}' } }",
      "error slot.bad_value at many: 'bags' is an integer and can't be 'many'. Write a whole number, without quotes.",
      "error expression.syntax at undefined: Expected a value, found the end.",
    ],
    [
      "{ step: x, type: while, condition: paid, do: [cc] }",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
    [
      "{ step: x, type: while, condition: paid +, do: [{ step: y, type: collect, slot: paid }], exit_to: cc }",
      "error expression.syntax at undefined: Expected a value, found the end.",
      "error flow.unknown_target at cc: No step named 'cc'. Did you mean 'c'? [c]",
    ],
  ])("is told: %s", (step, ...findings) => {
    expect(findingsOf(step)).toEqual(findings);
  });
});

describe("what can't be read of another part", () => {
  const codes = (from: string, to: string, step: string): readonly string[] =>
    parseAssistant([{ file: "soni.yaml", text: `${head.replace(from, to)}      - ${step}\n` }]).findings.map(
      ({ code }) => code,
    );

  it("is not missed in a call of that flow", () => {
    const call = "{ step: x, type: call, flow: other, inputs: { zip: 1 }, outputs: { code: city } }";
    expect(codes("", "", call)).toEqual(["flow.missing_input", "flow.unknown_input", "flow.unknown_output"]);
    expect(codes('inputs: ["city?", token]', "inputs: 7", call)).toEqual(["config.invalid_value"]);
  });

  it("is not missed in a step that runs that action", () => {
    const step = "{ step: x, type: action, call: search, inputs: { zip: 1 }, map_outputs: { code: city } }";
    expect(codes("", "", step)).toEqual(["action.unknown_input", "action.unknown_output"]);
    expect(codes('inputs: [city, "bags?"]', "inputs: 7", step)).toEqual(["config.invalid_value"]);
  });
});
