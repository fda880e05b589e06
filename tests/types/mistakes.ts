/** Code over the types of examples/banking. The mistake is between « and »: the compiler must find it there, and nothing else. */
export const mistakes: Readonly<Record<string, string>> = {
  "an action is missing": `
    const { get_balance: _, ...others } = actions;
    defineActions<Assistant>(«others»);`,
  "an action that the YAML does not declare": `
    defineActions<Assistant>({ ...actions, «get_balanse»: () => ({ balance: 1 }) });`,
  "an action reads a slot that is not among its inputs": `
    defineActions<Assistant>({ ...actions, get_balance: ({ «acount» }) => ({ balance: 1 }) });`,
  "an action takes a slot for another type": `
    defineActions<Assistant>({
      ...actions,
      check_funds: ({ amount }) => ({ enough: true, balance: 1, balance_after: amount.«length» }),
    });`,
  "an output of another type": `
    defineActions<Assistant>({ ...actions, «get_balance»: () => ({ balance: "a lot" }) });`,
  "an output is missing": `
    defineActions<Assistant>({ ...actions, «check_funds»: () => ({ enough: true, balance: 1 }) });`,
  "an output that is undefined": `
    defineActions<Assistant>({ ...actions, «block_card»: () => ({ blocked: undefined }) });`,
  "an action with run and a wrong output": `
    defineActions<Assistant>({
      ...actions,
      send_money: {
        run: async () => «({ transfer_reference: 7 })»,
      },
    });`,
  "a value that the slot never has": `
    defineActions<Assistant>({
      ...actions,
      get_balance: ({ account }) => ({ balance: «account === "chequing"» ? 1 : 0 }),
    });`,
  "an output that is not of the shape that code gave it": `
    defineActions<Assistant<{ transactions: readonly { date: string }[] }>>({
      ...actions,
      «list_transactions»: () => ({ transactions: [{ day: "Monday" }] }),
    });`,
  "a shape for a name that there is not": `
    type Wrong = Assistant<«{ transactionz: string }»>;`,
  "a record that satisfies too little": `
    ({ get_balance: () => ({ balance: 1 }) }) «satisfies» Actions;`,
  "a validator is missing": `
    defineValidators<Assistant>(«{ four_digits: () => true }»);`,
  "a validator that no slot uses": `
    defineValidators<Assistant>({ ...validators, «five_digits»: () => true });`,
  "a validator for another type": `
    defineValidators<Assistant>({ ...validators, «four_digits»: (digits: number) => digits > 999 });`,
  "a validator that returns a number": `
    defineValidators<Assistant>({ ...validators, four_digits: (digits) => «digits.length» });`,
  "a validator looks at a slot that there is not": `
    defineValidators<Assistant>({ ...validators, four_digits: (_, { slots }) => slots.«card_kind» === "debit" });`,
  "a normalizer returns another type": `
    defineNormalizers<Assistant>({ recipient_name: (name) => «name.length» });`,
  "a flow that there is not": `
    await soni.startFlow({ conversationId: "c", «flow»: "transfer" });`,
  "a slot of another flow": `
    await soni.startFlow({ conversationId: "c", flow: "check_balance", slots: { «amount»: 5 } });`,
  "a slot of a flow with another type": `
    await soni.startFlow({ conversationId: "c", flow: "transfer_money", slots: { «amount»: true } });`,
  "inputs for a flow that has none": `
    await soni.startFlow({ conversationId: "c", flow: "check_balance", inputs: { «account»: "savings" } });`,
  "a command that names no flow": `
    await soni.processMessage({ conversationId: "c", text: "", «command»: { type: "start_flow", flow: "transfer" } });`,
  "a command that names no slot": `
    await soni.processMessage({ conversationId: "c", text: "", «command»: { type: "set_slot", slot: "sum", value: 5 } });`,
  "a command of the project's own that there is not": `
    await soni.processMessage({ conversationId: "c", text: "", «command»: { type: "custom", name: "dance", arguments: {} } });`,
  "a slot of the state that there is not": `
    const state = await soni.getState("c");
    state?.flowSlots[state.flowStack[0]?.flowId ?? ("" as never)]?.«acount»;`,
};

/** What surrounds each of them. */
export const surroundings = `
import { defineActions, defineNormalizers, defineValidators, openSoni } from "soni";
import { actions } from "./actions.ts";
import type { Actions, Assistant } from "./soni-types.d.ts";
import { validators } from "./validators.ts";

const { soni } = await openSoni<Assistant>("examples/banking");
void [actions, validators, defineActions, defineNormalizers, defineValidators, soni, {} as Actions];
`;

/** What must compile with these types. */
export const sound = `
    defineActions<Assistant>({ ...actions, handoff_to_agent: async () => undefined });
    defineValidators<Assistant>({ ...validators, four_digits: async (digits, { slots, session }) => slots.card_type === "debit" || String(session["tier"]) + digits });
    defineNormalizers<Assistant>({ recipient_name: async (name) => name.trim() });
    const started = await soni.startFlow({ conversationId: "c", flow: "transfer_money", slots: { recipient: "ana", amount: "two hundred", account: "current account" } });
    const flow: "check_balance" | "transfer_money" | "block_card" | "show_transactions" | undefined = started.state.flowStack[0]?.flow;
    await soni.processMessage({ conversationId: "c", text: "", command: [{ type: "set_slot", slot: "amount", value: 5 }, { type: "affirm" }] });
    const amounts: readonly (number | undefined)[] = Object.values(started.state.flowSlots).map(({ amount }) => amount);
    const { soni: plain } = await openSoni("somewhere");
    await plain.startFlow({ conversationId: "c", flow: "any", slots: { any: 1 }, inputs: { other: [true] } });
    await plain.processMessage({ conversationId: "c", text: "", command: { type: "start_flow", flow: "any" } });
    void [flow, amounts];`;
