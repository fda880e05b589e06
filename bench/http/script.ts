import { messageAt } from "../turn/script.ts";

export const user = { name: "bench", token: "bench-0123456789abcdef" };

/** What is said in a turn: a form is started and filled in, again and again. */
export const textAt = (turn: number): string => messageAt(turn, "form_3").text;
