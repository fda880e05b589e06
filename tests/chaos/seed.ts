/** `SONI_SEED=7 npm run chaos:kill` repeats the run that printed 7. */
export const seed = Number(process.env["SONI_SEED"] ?? 7);

/** How much of it: a little in `npm test`, all of it in `npm run chaos:*`. */
export const count = (name: string, few: number): number => Number(process.env[name] ?? few);

/** Whether this is the whole run, where times are held to what is promised too. */
export const isWhole = (name: string): boolean => process.env[name] !== undefined;

/** A line of figures, to be put into docs/reliability.md. */
export const report = (name: string, figures: Readonly<Record<string, string | number>>): void => {
  const text = Object.entries({ seed, ...figures }).map(([key, value]) => `${key} ${value}`);
  process.stdout.write(`${name}: ${text.join(", ")}\n`);
};
