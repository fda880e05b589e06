interface Entry<Item> {
  readonly item: Item;
  readonly user: string;
  readonly cost: number;
  /** The sum of this user's work once this is done; the smallest is next. */
  readonly mark: number;
}

export interface FairQueue<Item> {
  add(item: Item, given: { readonly user: string; readonly cost: number }): void;
  /** The item whose user has had the least, among the users that may have one now. */
  take(mayTake: (user: string) => boolean): Item | undefined;
  /** Back to where it was taken from: its work was lost by no fault of its user. */
  putBack(item: Item): void;
  remove(item: Item): void;
  find(wanted: (item: Item) => boolean): Item | undefined;
  size(): number;
  /** The cost of all that a user has waiting. */
  waiting(user: string): number;
}

/**
 * Users take turns by the cost of what they ask for, not by its number (self-clocked fair queueing): twenty heavy
 * messages of one user and a short one of another end in the order heavy, short, heavy, heavy, ...
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const lanes = new Map<string, Entry<Item>[]>();
  const taken = new Map<Item, Entry<Item>>();
  /** The mark of the work that was handed out last: newcomers begin here, they have no credit from before. */
  let reached = 0;

  const laneOf = (user: string): Entry<Item>[] => {
    const lane = lanes.get(user) ?? [];
    lanes.set(user, lane);
    return lane;
  };
  const dropEmpty = (user: string): void => {
    if (lanes.get(user)?.length === 0) lanes.delete(user);
  };
  const entries = (): readonly Entry<Item>[] => [...lanes.values()].flat();

  return {
    add(item, { user, cost }) {
      const lane = laneOf(user);
      lane.push({ item, user, cost, mark: Math.max(reached, lane.at(-1)?.mark ?? 0) + cost });
    },
    take(mayTake) {
      let next: Entry<Item> | undefined;
      for (const [user, [head]] of lanes) {
        if (head !== undefined && (next === undefined || head.mark < next.mark) && mayTake(user)) next = head;
      }
      if (next === undefined) return undefined;
      lanes.get(next.user)?.shift();
      dropEmpty(next.user);
      reached = Math.max(reached, next.mark);
      taken.set(next.item, next);
      return next.item;
    },
    putBack(item) {
      const entry = taken.get(item);
      if (entry !== undefined) laneOf(entry.user).unshift(entry);
      taken.delete(item);
    },
    remove(item) {
      taken.delete(item);
      for (const [user, lane] of lanes) {
        const at = lane.findIndex((entry) => entry.item === item);
        if (at < 0) continue;
        lane.splice(at, 1);
        dropEmpty(user);
        return;
      }
    },
    find: (wanted) => entries().find(({ item }) => wanted(item))?.item,
    size: () => entries().length,
    waiting: (user) => (lanes.get(user) ?? []).reduce((sum, { cost }) => sum + cost, 0),
  };
}
