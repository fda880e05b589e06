import { expect, it } from "vitest";
import { languageOf } from "./languages.ts";

it.each([
  ["en", "book books booked booking bookings"],
  ["en", "cancel cancels cancelled canceling cancellation cancellations"],
  ["en", "city cities"],
  ["en", "move moves moved moving"],
  ["en", "stop stops stopped stopping"],
  ["en", "address addresses"],
  ["en", "pay pays paying"],
  ["es", "reserva reservas reservar reservado reservando reservaciones"],
  ["es", "vuelo vuelos"],
  ["es", "ciudad ciudades"],
  ["es", "cancelar cancela cancelado cancelación"],
  ["es", "luz luces"],
])("%s: one stem for %s", (code, words) => {
  const { stem } = languageOf(code);
  expect(new Set(words.split(" ").map(stem)).size).toBe(1);
});

it.each([
  ["en", "bring"],
  ["en", "plus"],
  ["es", "mes"],
  ["en", "日本語"],
])("%s: %s has no ending to lose", (code, word) => expect(languageOf(code).stem(word)).toBe(word));
