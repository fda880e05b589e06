import type { Talks, Wish } from "../goal.ts";

const book = (wish: Omit<Wish, "flow" | "action">): Wish => ({ flow: "book_cleaning", action: "book_visit", ...wish });
const pause = (wish: Omit<Wish, "flow" | "action">): Wish => ({ flow: "pause", action: "pause_visits", ...wish });
const complain = (wish: Omit<Wish, "flow" | "action">): Wish => ({
  flow: "complain",
  action: "file_complaint",
  ...wish,
});

export const talks: Talks = {
  words: {
    address: "address",
    rooms: "number of rooms",
    visit_day: "day",
    visit_time: "time",
    pets: "pets",
    wishes: "special wish",
    pause_from: "first day",
    pause_until: "last day",
    problem: "problem",
    refund: "amount",
  },
  goals: [
    {
      id: "a first visit",
      kind: "plain",
      least: 8,
      wishes: [
        book({
          inputs: { address: "14 Mill Lane", rooms: 3, visit_day: "2026-11-20", visit_time: "09:30", pets: false },
          opens: ["hello, my flat needs a good clean", "I want to book a cleaner"],
          says: {
            address: ["14 Mill Lane"],
            rooms: ["three", "3"],
            visit_day: ["this friday", "20 November"],
            visit_time: ["half past nine in the morning", "9:30 am"],
            pets: ["no", "no, none"],
            wishes: ["no, nothing", "no"],
          },
        }),
      ],
    },
    {
      id: "with a cat",
      kind: "plain",
      least: 8,
      wishes: [
        book({
          inputs: {
            address: "Flat 2, 9 Canal Street",
            rooms: 5,
            visit_day: "2026-12-01",
            visit_time: "14:00",
            pets: true,
            wishes: { holds: ["key", "neighbour"] },
          },
          opens: ["could somebody come and clean for me?", "book a cleaner please"],
          says: {
            address: ["Flat 2, 9 Canal Street"],
            rooms: ["there are five rooms", "5"],
            visit_day: ["the first of december", "1 December"],
            visit_time: ["2pm", "14:00"],
            pets: ["yes, a cat", "yes"],
            wishes: ["the key is with my neighbour"],
          },
        }),
      ],
    },
    {
      id: "day and time at once",
      kind: "tells much",
      least: 6,
      wishes: [
        book({
          inputs: { address: "3 Abbey Road", rooms: 4, visit_day: "2026-11-24", visit_time: "11:00", pets: false },
          opens: ["I need a cleaner next tuesday at 11", "I want to book a cleaner"],
          says: {
            address: ["3 Abbey Road"],
            rooms: ["4"],
            visit_day: ["next tuesday", "24 November"],
            visit_time: ["11 am"],
            pets: ["nope", "no"],
            wishes: ["nothing special", "no"],
          },
        }),
      ],
    },
    {
      id: "one room more",
      kind: "corrects",
      least: 9,
      wishes: [
        book({
          inputs: { address: "77 Green Park", rooms: 2, visit_day: "2026-11-23", visit_time: "08:00", pets: true },
          opens: ["please send someone to clean my place", "book a cleaning visit"],
          says: {
            address: ["77 Green Park"],
            rooms: ["2"],
            visit_day: ["monday", "23 November"],
            visit_time: ["eight in the morning", "8 am"],
            pets: ["we have a dog", "yes"],
            wishes: ["no", "nothing"],
          },
        }),
      ],
      deviations: [{ at: "pets", says: "wait, it's 3 rooms, not 2", changes: { rooms: 3 } }],
    },
    {
      id: "later that day",
      kind: "changes mind",
      least: 9,
      wishes: [
        book({
          inputs: { address: "5 Hill View", rooms: 6, visit_day: "2026-11-30", visit_time: "10:00", pets: false },
          opens: ["I'd like a cleaning visit", "book a cleaner"],
          says: {
            address: ["5 Hill View"],
            rooms: ["six", "6"],
            visit_day: ["30 November"],
            visit_time: ["at ten in the morning", "10:00"],
            pets: ["no pets", "no"],
            wishes: ["no"],
          },
        }),
      ],
      deviations: [
        { at: "confirmation", says: "could we do 3 in the afternoon instead?", changes: { visit_time: "15:00" } },
      ],
    },
    {
      id: "away in December",
      kind: "plain",
      least: 4,
      wishes: [
        pause({
          inputs: { pause_from: "2026-12-10", pause_until: "2026-12-20" },
          opens: ["we won't be at home for a bit, please don't come", "I want to pause the visits"],
          says: { pause_from: ["10 December"], pause_until: ["until the 20th of december", "20 December"] },
        }),
      ],
    },
    {
      id: "away, both days at once",
      kind: "tells much",
      least: 2,
      wishes: [
        pause({
          inputs: { pause_from: "2026-11-22", pause_until: "2026-11-29" },
          opens: ["please pause the visits from 22 November until 29 November", "I want to pause the visits"],
          says: { pause_from: ["22 November"], pause_until: ["29 November"] },
        }),
      ],
    },
    {
      id: "a broken lamp",
      kind: "plain",
      least: 4,
      wishes: [
        complain({
          inputs: { problem: { holds: ["lamp"] }, refund: 35 },
          opens: ["I have to complain about yesterday", "I want to complain about the last visit"],
          says: { problem: ["the lamp in the hall is broken", "a broken lamp"], refund: ["35 pounds", "35"] },
        }),
      ],
    },
    {
      id: "complains in between",
      kind: "interrupts",
      least: 8,
      wishes: [
        pause({
          inputs: { pause_from: "2026-12-01", pause_until: "2026-12-15" },
          opens: ["I'm on holiday soon, can you stop the visits", "pause the visits please"],
          says: { pause_from: ["1 December"], pause_until: ["15 December"] },
        }),
        complain({
          inputs: { problem: { holds: ["windows"] }, refund: 20 },
          opens: ["I also want to complain about the last visit", "I'm not happy with the last visit"],
          says: { problem: ["the windows were still dirty", "dirty windows"], refund: ["twenty pounds", "20"] },
        }),
      ],
      deviations: [{ at: "pause_until", says: "by the way, I'm really not happy with the last visit" }],
    },
    {
      id: "no complaint, a question and a booking",
      kind: "gives up",
      least: 10,
      wishes: [
        complain({
          inputs: { problem: { holds: ["late"] }, refund: 10 },
          opens: ["I wasn't happy with the last visit", "I want to complain"],
          says: { problem: ["they came late"], refund: ["10"] },
        }),
        book({
          inputs: { address: "21 Station Road", rooms: 1, visit_day: "2026-12-03", visit_time: "16:30", pets: false },
          opens: ["just book me another cleaning", "I want to book a cleaner"],
          says: {
            address: ["21 Station Road"],
            rooms: ["only one", "1"],
            visit_day: ["thursday 3 december", "3 December"],
            visit_time: ["16:30"],
            pets: ["no"],
            wishes: ["no"],
          },
        }),
      ],
      deviations: [{ at: "refund", says: "oh, forget the complaint", drops: "complain" }],
    },
  ],
};
