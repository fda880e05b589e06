/** A word that says whose it is: one that turns up anywhere else was mixed up. */
export interface Owner {
  readonly user: number;
  readonly conversation: number;
}

const two = (number: number): string => String(number).padStart(2, "0");

export const canary = ({ user, conversation }: Owner, number: number): string =>
  `zq${two(user)}x${two(conversation)}x${number}zq`;

/** Whose words are in a text, each once, as `user x conversation`. */
export const ownersIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(/zq(\d+x\d+)x\d+zq/g), ([, owner = ""]) => owner)),
];

export const ownerName = ({ user, conversation }: Owner): string => `${two(user)}x${two(conversation)}`;

export const canariesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/zq\d+x\d+x\d+zq/g), ([word]) => word);
