import { cards, openingBalances, type Transaction, transactions } from "./ledger.ts";
import type { Actions } from "./soni-types.d.ts";

const balances = new Map(Object.entries(openingBalances));

/** Sent before under the same key, after a crash or a retry: the same transfer, not another one. */
const sent = new Map<string, string>();

const balanceOf = (account: string): number => balances.get(account) ?? 0;

/** Cents, so that sums of money stay sums of money. */
const minus = (balance: number, amount: number): number => (Math.round(balance * 100) - Math.round(amount * 100)) / 100;

/** What the YAML does not say: the types of these values. */
interface Shapes {
  readonly enough: boolean;
  readonly blocked: boolean;
  readonly transactions: readonly Transaction[];
}

export const actions = {
  get_balance: ({ account }) => ({ balance: balanceOf(account) }),

  check_funds: ({ account, amount }) => {
    const balance = balanceOf(account);
    return { enough: balance >= amount, balance, balance_after: minus(balance, amount) };
  },

  send_money: {
    run: ({ account, amount }, context) => {
      const before = sent.get(context.idempotencyKey);
      if (before !== undefined) return { transfer_reference: before };
      const reference = `TR-${1001 + sent.size}`;
      balances.set(account, minus(balanceOf(account), amount));
      sent.set(context.idempotencyKey, reference);
      return { transfer_reference: reference };
    },
  },

  block_card: ({ card_type, card_last4 }) => ({
    blocked: cards.some(({ type, last4 }) => type === card_type && last4 === card_last4),
  }),

  list_transactions: ({ account }) => ({ transactions: transactions[account] ?? [] }),

  handoff_to_agent: () => ({}),
} satisfies Actions<Shapes>;
