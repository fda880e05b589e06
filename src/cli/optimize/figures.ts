/** How figures are written in the terminal. */
export const count = (value: number): string => Math.round(value).toLocaleString("en");
/** Two digits: an estimate is no promise. */
export const about = (value: number): string => count(Number(value.toPrecision(2)));
export const dollars = (value: number): string => `$${value < 1 ? value.toFixed(4) : value.toFixed(2)}`;
export const points = (value: number): string => `+${(value * 100).toFixed(1)} points`;
