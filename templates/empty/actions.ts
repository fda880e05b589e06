const visits = new Map<string, number>();

/** Each action gets the inputs that soni.yaml names, and returns its outputs. */
export const actions = {
  count_visit: ({ name }: { name: string }) => {
    const number_of_visits = (visits.get(name) ?? 0) + 1;
    visits.set(name, number_of_visits);
    return { number_of_visits };
  },
};
