/** One customer's accounts, as the bank's own systems would hold them. */
export interface Transaction {
  readonly date: string;
  readonly text: string;
  readonly amount: number;
  readonly kind: string;
}

export const openingBalances: Readonly<Record<string, number>> = { checking: 1500, savings: 12000, credit: -230.5 };

export const cards: readonly { readonly type: string; readonly last4: string }[] = [
  { type: "debit", last4: "4321" },
  { type: "credit", last4: "0087" },
];

export const recipients: readonly string[] = ["Ana", "Carlos", "John Smith", "Luis", "Maria", "Pedro Gomez", "Tom"];

export const transactions: Readonly<Record<string, readonly Transaction[]>> = {
  checking: [
    { date: "2026-11-14", text: "Supermarket", amount: -62.4, kind: "card payment" },
    { date: "2026-11-12", text: "Electricity", amount: -48.1, kind: "direct debit" },
    { date: "2026-11-10", text: "Cinema", amount: -18, kind: "card payment" },
    { date: "2026-11-07", text: "Restaurant", amount: -35.5, kind: "card payment" },
    { date: "2026-11-05", text: "Rent", amount: -850, kind: "standing order" },
    { date: "2026-11-01", text: "Salary", amount: 2100, kind: "transfer" },
  ],
  savings: [{ date: "2026-11-02", text: "Monthly saving", amount: 200, kind: "standing order" }],
  credit: [],
};
