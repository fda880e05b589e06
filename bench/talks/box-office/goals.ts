import type { Talks, Wish } from "../goal.ts";

const buy = (wish: Omit<Wish, "flow" | "action">): Wish => ({ flow: "buy_tickets", action: "sell_tickets", ...wish });
const exchange = (wish: Omit<Wish, "flow" | "action">): Wish => ({
  flow: "exchange",
  action: "exchange_tickets",
  ...wish,
});
const lost = (wish: Omit<Wish, "flow" | "action">): Wish => ({
  flow: "lost_and_found",
  action: "note_lost_thing",
  ...wish,
});

export const talks: Talks = {
  words: {
    play: "play",
    evening: "evening",
    seats: "number of seats",
    area: "area",
    email: "e-mail address",
    booking: "booking number",
    other_evening: "new evening",
    lost_thing: "thing I lost",
    lost_on: "day of my visit",
    phone: "phone number",
  },
  goals: [
    {
      id: "one answer at a time",
      kind: "plain",
      least: 7,
      wishes: [
        buy({
          inputs: { play: "Hamlet", evening: "2026-11-27", seats: 2, area: "stalls", email: "jo.price@mail.example" },
          opens: ["hi, I'd like some theatre tickets", "I want to buy tickets for a play"],
          says: {
            play: ["Hamlet"],
            evening: ["friday next week", "27 November"],
            seats: ["two please", "2"],
            area: ["the stalls if you have any", "stalls"],
            email: ["jo.price@mail.example"],
          },
        }),
      ],
    },
    {
      id: "everything in one sentence",
      kind: "tells much",
      least: 3,
      wishes: [
        buy({
          inputs: { play: "The Seagull", evening: "2026-12-05", seats: 4, area: "circle", email: "nadia@kern.example" },
          opens: ["four seats in the circle for the Seagull on 5 December please", "tickets for The Seagull please"],
          says: {
            play: ["The Seagull"],
            evening: ["5 December"],
            seats: ["four", "4"],
            area: ["circle"],
            email: ["send them to nadia@kern.example", "nadia@kern.example"],
          },
        }),
      ],
    },
    {
      id: "wrong number, put right at the end",
      kind: "corrects",
      least: 8,
      wishes: [
        buy({
          inputs: {
            play: "Top Girls",
            evening: "2026-11-21",
            seats: 3,
            area: "balcony",
            email: "m.oduya@post.example",
          },
          opens: ["can we still get into Top Girls this saturday?", "tickets for Top Girls please"],
          says: {
            play: ["Top Girls"],
            evening: ["this saturday", "21 November"],
            seats: ["3 of us", "3"],
            area: ["upstairs is fine", "balcony"],
            email: ["m.oduya@post.example"],
          },
        }),
      ],
      deviations: [{ at: "confirmation", says: "sorry, make that five seats", changes: { seats: 5 } }],
    },
    {
      id: "another evening after all",
      kind: "changes mind",
      least: 8,
      wishes: [
        buy({
          inputs: { play: "Hamlet", evening: "2026-11-24", seats: 1, area: "stalls", email: "kofi@annex.example" },
          opens: ["one ticket for Hamlet", "I want to see Hamlet"],
          says: {
            play: ["Hamlet"],
            evening: ["tuesday", "24 November"],
            seats: ["just me", "1"],
            area: ["stalls"],
            email: ["kofi@annex.example"],
          },
        }),
      ],
      deviations: [
        { at: "area", says: "hm, wednesday the 25th would be better than tuesday", changes: { evening: "2026-11-25" } },
      ],
    },
    {
      id: "asks before answering",
      kind: "asks",
      least: 8,
      wishes: [
        buy({
          inputs: {
            play: "The Seagull",
            evening: "2026-11-28",
            seats: 2,
            area: "circle",
            email: "ruth.b@lane.example",
          },
          opens: ["me and a friend want to see the Seagull", "tickets for The Seagull"],
          says: {
            play: ["The Seagull"],
            evening: ["saturday the 28th", "28 November"],
            seats: ["two", "2"],
            area: ["then the circle", "circle"],
            email: ["ruth.b@lane.example"],
          },
        }),
      ],
      deviations: [{ at: "area", says: "which of those has the best view?" }],
    },
    {
      id: "move a booking",
      kind: "plain",
      least: 4,
      wishes: [
        exchange({
          inputs: { booking: "T-4410", other_evening: "2026-12-02" },
          opens: ["something came up and I need my tickets on a different day", "I want to exchange my tickets"],
          says: { booking: ["it says T-4410", "T-4410"], other_evening: ["in two weeks, same weekday", "2 December"] },
        }),
      ],
    },
    {
      id: "move a booking, told at once",
      kind: "tells much",
      least: 2,
      wishes: [
        exchange({
          inputs: { booking: "T-873", other_evening: "2026-11-30" },
          opens: ["please change booking T-873 to 30 November", "I want to exchange my tickets"],
          says: { booking: ["T-873"], other_evening: ["30 November"] },
        }),
      ],
    },
    {
      id: "a lost scarf",
      kind: "plain",
      least: 5,
      wishes: [
        lost({
          inputs: { lost_thing: { holds: ["green scarf"] }, lost_on: "2026-11-16", phone: { holds: ["7700900142"] } },
          opens: ["I think I forgot something at your place", "I left something behind in the theatre"],
          says: {
            lost_thing: ["a green scarf", "green scarf"],
            lost_on: ["the day before yesterday", "16 November"],
            phone: ["07700 900142"],
          },
        }),
      ],
    },
    {
      id: "lost gloves while buying",
      kind: "interrupts",
      least: 11,
      wishes: [
        buy({
          inputs: { play: "Top Girls", evening: "2026-12-11", seats: 2, area: "balcony", email: "sven@fjord.example" },
          opens: ["two for Top Girls please", "tickets for Top Girls"],
          says: {
            play: ["Top Girls"],
            evening: ["11 December"],
            seats: ["two", "2"],
            area: ["balcony"],
            email: ["sven@fjord.example"],
          },
        }),
        lost({
          inputs: { lost_thing: { holds: ["gloves"] }, lost_on: "2026-11-13", phone: { holds: ["2079460018"] } },
          opens: ["I also left something in the theatre", "I left my gloves in the theatre"],
          says: {
            lost_thing: ["my leather gloves", "gloves"],
            lost_on: ["last friday", "13 November"],
            phone: ["020 7946 0018"],
          },
        }),
      ],
      deviations: [{ at: "evening", says: "oh, before that: I left something behind at the theatre last week" }],
    },
    {
      id: "no tickets, only the exchange",
      kind: "gives up",
      least: 6,
      wishes: [
        buy({
          inputs: { play: "Hamlet", evening: "2026-11-27", seats: 2, area: "stalls", email: "x@y.example" },
          opens: ["seats for Hamlet please", "I want to see Hamlet"],
          says: { play: ["Hamlet"], evening: ["27 November"], seats: ["2"], area: ["stalls"], email: ["x@y.example"] },
        }),
        exchange({
          inputs: { booking: "T-1200", other_evening: "2026-11-26" },
          opens: ["I'd rather change the tickets I have to another evening", "I want to exchange my tickets"],
          says: { booking: ["T-1200"], other_evening: ["thursday next week", "26 November"] },
        }),
      ],
      deviations: [{ at: "evening", says: "never mind, forget the new tickets", drops: "buy_tickets" }],
    },
  ],
};
