import { messageAt } from "../turn/script.ts";

/** What is said in a turn: a form is started and filled in, again and again. */
export const textAt = (turn: number): string => messageAt(turn, "form_3").text;
