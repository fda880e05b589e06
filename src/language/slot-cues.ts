/** What a question or a description may ask for. */
export type Subject =
  | "email"
  | "phone"
  | "url"
  | "iban"
  | "plate"
  | "code"
  | "address"
  | "person"
  | "place"
  | "thing"
  | "story"
  | "date"
  | "time"
  | "date_range"
  | "time_range"
  | "duration"
  | "money"
  | "measure"
  | "people"
  | "things";

/** What it says about the thing that it asks for. `unit_next`: the next word is a unit. `years`: it is an age. */
export type Trait = "past" | "future" | "start" | "end" | "years" | "unit_next";

/** Phrases, separated by `|`: those that leave no doubt, and those that other words may outweigh. */
export interface CuePhrases {
  readonly sure: string;
  readonly maybe?: string;
}

/** The words of a language by which authors say what a slot is for. */
export interface SlotCues {
  readonly subjects: Readonly<Record<Subject, CuePhrases>>;
  readonly traits: Readonly<Record<Trait, CuePhrases>>;
}
