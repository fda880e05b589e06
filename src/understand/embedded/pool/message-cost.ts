/** The cost of any message, in characters: telling a worker of it, and one sentence vector. */
const costOfMessage = 40;
/**
 * The cost of a clause besides its characters. A sentence vector takes about 5 ms, as long as reading
 * fifty characters by rules; see bench/embedded.
 */
const costOfClause = 50;
const ends = new Set([".", ",", ";", ":", "?", "!", "\n"]);

/** The cost of reading a message, in characters. A guess by its form: it has to be cheap, and to grow like the work. */
export function messageCost(message: string): number {
  let clauses = 1;
  let isOpen = false;
  for (const character of message) {
    if (ends.has(character)) {
      if (isOpen) clauses += 1;
      isOpen = false;
    } else if (character !== " ") isOpen = true;
  }
  return costOfMessage + message.length + clauses * costOfClause;
}
