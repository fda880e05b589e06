/** How people wrap what they say, in phrases separated by `|`. Capitals, accents and apostrophes do not matter. */
export interface Wording {
  /** Words that carry no meaning of their own. */
  readonly light: string;
  /** The user speaks of themselves. */
  readonly personal: string;
  readonly polite: string;
  /** How a question for an amount, a length or a limit begins. */
  readonly measure: string;
  /** How a wish begins. */
  readonly request: string;
  /** Before an answer: "it's called". */
  readonly opening: string;
  /** After an answer: "please", "would be great". */
  readonly ending: string;
  /** A new thought begins. */
  readonly border: string;
  /** Two wishes are told apart: "and then", "also". */
  readonly second: string;
  /** Before the place or time where something begins, and where it ends. */
  readonly from: string;
  readonly to: string;
  /** Before the place where something ends, but also before any time: "for Rome", "for Tuesday". */
  readonly toPlace: string;
  /** With a wish: that it is meant, and not what was said before. */
  readonly contrast: string;
  /** Before what someone or something is called. */
  readonly called: string;
  /** Words between a verb and what it is about. */
  readonly before: string;
  /** Another one of the same. */
  readonly another: string;
  /** Back to a task that was left. */
  readonly resume: string;
  /** A value is taken back. */
  readonly clear: string;
  /** A value is said to be wrong. */
  readonly wrong: string;
  /** A wish that is not there. */
  readonly unwanted: string;
  /** Something else comes first, or besides. */
  readonly turn: string;
  /** Small talk that is neither greeting, thanks nor goodbye. */
  readonly social: string;
}
