import type { Normalizer, Validator } from "../../../src/engine/assistant/validation.ts";
import { misbehaveIf } from "./misbehave.ts";

export const validators: Readonly<Record<string, Validator>> = {
  sound_word: (word: string) => misbehaveIf<boolean | string>("validator", word, true),
};

export const normalizers: Readonly<Record<string, Normalizer>> = {
  clean_word: (word: string) => misbehaveIf("normalizer", word, word),
};
