/** A mistake as an author makes it, in an example that was right before. */
export interface PlantedBug {
  /** As the table in docs/authors-tools.md calls it. */
  readonly name: string;
  readonly example: "banking" | "flight_booking";
  readonly changes: readonly Change[];
}

interface Change {
  readonly file: string;
  /** Found once in the file. */
  readonly from: string;
  readonly to: string;
}

const inBank = (name: string, ...changes: readonly Change[]): PlantedBug => ({ name, example: "banking", changes });
const flows = (from: string, to: string): Change => ({ file: "flows.yaml", from, to });
const soni = (from: string, to: string): Change => ({ file: "soni.yaml", from, to });
const actions = (from: string, to: string): Change => ({ file: "actions.ts", from, to });

/** Chosen before anybody knew which tool would find them. */
export const bugs: readonly PlantedBug[] = [
  inBank("a step jumps to the wrong step", flows("jump_to: ask_amount", "jump_to: ask_recipient")),
  inBank(
    "the confirmation before an effect is missing",
    flows(
      `      - step: check
        type: confirm
        message: "Send {amount} euros to {recipient} from your {account} account? It leaves you {balance_after} euros."
`,
      "",
    ),
  ),
  inBank(
    "two questions fill each other's slot",
    flows("step: ask_type, type: collect, slot: card_type", "step: ask_type, type: collect, slot: card_last4"),
    flows("step: ask_digits, type: collect, slot: card_last4", "step: ask_digits, type: collect, slot: card_type"),
  ),
  inBank(
    "an action returns a text where a number belongs",
    actions("({ balance: balanceOf(account) })", '({ balance: balanceOf(account) + " euros" })'),
  ),
  inBank("two flows have the same intent", flows("        - show my transactions", "        - what's my balance")),
  inBank("a condition is the wrong way round", flows("condition: not enough", "condition: enough")),
  inBank("an action forgets an output", actions(", balance_after: minus(balance, amount) }", " }")),
  inBank(
    "an action never settles",
    actions(
      "    run: ({ account, amount }, context) => {",
      `    run: ({ account, amount }, context) => {
      if (amount > 0) return new Promise<{ transfer_reference: string }>(() => undefined);`,
    ),
    // The bug is in the action. Nobody has to wait ten seconds for it.
    flows("call: send_money, timeout: 10", "call: send_money, timeout: 0.2"),
  ),
  inBank(
    "a confirmation shows the wrong slot",
    flows("It leaves you {balance_after} euros", "It leaves you {balance} euros"),
  ),
  inBank("nothing leads to a step", flows("          - { condition: not enough, then: too_little }\n", "")),
  {
    name: "a slot has lost its default",
    example: "flight_booking",
    changes: [{ file: "soni.yaml", from: "    default: 1\n", to: "" }],
  },
  inBank("a validator has the wrong pattern", { file: "validators.ts", from: "d{4}", to: "d{5}" }),
  inBank(
    "a step runs on into the next one",
    flows(
      'The number of the transfer is {transfer_reference}.", jump_to: end }',
      'The number of the transfer is {transfer_reference}." }',
    ),
  ),
  inBank("a limit is the wrong way round", soni("rule: amount <= 3000", "rule: amount >= 3000")),
  inBank(
    "a text names a slot that there is not",
    flows("to {recipient} from your {account} account?", "to {recipent} from your {account} account?"),
  ),
  inBank(
    "an action is no longer marked as an effect",
    soni("    outputs: [transfer_reference]\n    effect: true\n", "    outputs: [transfer_reference]\n"),
  ),
  inBank(
    "an action is not given one of its inputs",
    soni("inputs: [recipient, amount, account, concept?]", "inputs: [amount, account, concept?]"),
  ),
  inBank("an action computes the wrong thing", actions("enough: balance >= amount", "enough: balance > 0")),
  inBank("a flow has lost its way out of errors", flows("    on_error: apologise\n", "")),
  inBank(
    "two values have the same synonym",
    soni("synonyms: [saving, savings account, piggy bank]", "synonyms: [saving, savings account, main account]"),
  ),
];
