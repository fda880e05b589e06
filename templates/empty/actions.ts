import type { Actions } from "./soni-types.d.ts";

const visits = new Map<string, number>();

/** Each action gets the inputs that soni.yaml names, and returns its outputs. 'soni typegen' writes their types. */
export const actions = {
  count_visit: ({ name }) => {
    const number_of_visits = (visits.get(name) ?? 0) + 1;
    visits.set(name, number_of_visits);
    return { number_of_visits };
  },
} satisfies Actions;
