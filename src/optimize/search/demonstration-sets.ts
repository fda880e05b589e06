import type { PromptProgram } from "../../understand/program.ts";
import type { LabelledRow } from "../datasets/row.ts";
import { compareCommands } from "../metrics/compare-commands.ts";
import { shuffled } from "../metrics/random.ts";
import { type Component, components } from "./ask-row.ts";
import {
  type Demonstration,
  labelledDemonstration,
  type RowDemonstration,
  tracedDemonstration,
} from "./demonstrations.ts";
import type { Scored, Session } from "./session.ts";

export interface DemonstrationSet extends Readonly<Record<Component, readonly Demonstration[]>> {
  readonly origin: string;
}

export interface SetSizes {
  /** Sets in all, the present one not counted. */
  readonly sets: number;
  /** Most demonstrations of a section that the model answered itself. */
  readonly bootstrapped: number;
  /** Most demonstrations of a section. */
  readonly labelled: number;
}

/** Rows that are looked at for each place of a demonstration, to find those that the present program gets wrong. */
export const looksPerPlace = 10;
/** Rows that the teacher tries for each demonstration that is wanted. */
export const triesPerPlace = 3;
/** The score of an answer without any mistake. */
export const perfect = 1;

export const withDemonstrations = (program: PromptProgram, set: DemonstrationSet): PromptProgram => ({
  ...program,
  commands: { ...program.commands, demonstrations: set.commands },
  slots: { ...program.slots, demonstrations: set.slots },
});

/** A metric of a project may take something off an answer that its label says is right, such as for its length. */
const isRight = ({ row, commands, score }: Scored): boolean =>
  score >= perfect || compareCommands(row.expected, commands, row.context).exact;

/** Which pass is to blame for a wrong answer: the second, if all that is wrong is the values that it was asked for. */
export const faultOf = (scored: Scored): Component | null => {
  if (isRight(scored)) return null;
  const { row, commands, traces } = scored;
  const { missed, invented } = compareCommands(row.expected, commands, row.context);
  const isAboutValues = [...missed, ...invented].every(({ type }) => type === "set_slot");
  return isAboutValues && traces.some(({ component }) => component === "slots") ? "slots" : "commands";
};

/** What the present program makes of some training rows: where it is wrong there is something to learn. */
export const lookAtRows = async (session: Session, places: number): Promise<readonly Scored[]> => {
  session.tell("looking for rows that are understood wrong");
  const rows = shuffled(session.train, session.random).slice(0, looksPerPlace * places);
  return session.score(session.problem.program, rows);
};

/**
 * Sets of demonstrations to choose from: none, labels only, bootstrapped, and bootstrapped from shuffled rows with a random size. A row
 * that the present program understands teaches it little, so the rows that it got wrong come first: as the teacher's own answer where
 * that is perfect, and as their label where it is not.
 */
export const demonstrationSets = async (
  session: Session,
  scored: readonly Scored[],
  sizes: SetSizes,
): Promise<readonly DemonstrationSet[]> => {
  const { random, train } = session;
  const labels = labelReader(session);
  const sets: DemonstrationSet[] = [
    { origin: "no demonstrations", commands: [], slots: [] },
    { origin: "labels only", ...(await labels.fill(shuffled(train, random), {}, sizes.labelled)) },
  ];
  while (sets.length < sizes.sets) {
    const isFirst = sets.length === 2;
    const mixed = isFirst ? scored : shuffled(scored, random);
    const most = isFirst ? sizes.bootstrapped : 1 + Math.floor(random() * sizes.bootstrapped);
    session.tell(`bootstrapping set ${sets.length + 1}`);
    const own = await bootstrap(session, mixed, { most, labelled: sizes.labelled, labels });
    const used = new Set(own.rows.map(({ id }) => id));
    const order = hardFirst(mixed, shuffled(train, random)).filter(({ row }) => !used.has(row.id));
    const filled = await labels.fill(order, own.demonstrations, sizes.labelled);
    sets.push({ origin: isFirst ? "bootstrapped" : `bootstrapped, shuffled, ${most} at most`, ...filled });
  }
  return sets.slice(0, sizes.sets);
};

interface Offered {
  readonly row: LabelledRow;
  /** The pass that the row is to teach; null: any. */
  readonly fault?: Component | null;
}

/** Messages of one kind are said in the same sort of place and mean commands of the same types. */
export const kindOf = ({ context, expected }: LabelledRow): string =>
  [context.awaiting.kind, ...expected.map(({ type }) => type)].join(" ");

/** In the same order, but one of each kind before the second of any. */
export const spread = <Item extends { readonly row: LabelledRow }>(items: readonly Item[]): readonly Item[] => {
  const seen = new Map<string, number>();
  return items
    .map((item, index) => {
      const kind = kindOf(item.row);
      const round = seen.get(kind) ?? 0;
      seen.set(kind, round + 1);
      return { item, round, index };
    })
    .sort((a, b) => a.round - b.round || a.index - b.index)
    .map(({ item }) => item);
};

/** Rows that were understood wrong before the others. */
const hardFirst = (scored: readonly Scored[], rest: readonly LabelledRow[]): readonly Offered[] => {
  const wrong = scored.map((each) => ({ row: each.row, fault: faultOf(each) })).filter(({ fault }) => fault !== null);
  const hard = spread(wrong);
  const taken = new Set(hard.map(({ row }) => row.id));
  return [...hard, ...rest.filter(({ id }) => !taken.has(id)).map((row) => ({ row, fault: null }))];
};

type Demonstrations = Readonly<Record<Component, readonly Demonstration[]>>;

const labelReader = (session: Session) => {
  const { program, understanding = {}, budget } = session.problem;
  const known = new Map<string, RowDemonstration | null>();
  const read = async (row: LabelledRow): Promise<RowDemonstration | null> => {
    const found = known.get(row.id);
    if (found !== undefined) return found;
    const made = await labelledDemonstration(row, { program, understanding, time: budget.time });
    known.set(row.id, made);
    return made;
  };
  return {
    /** Adds labels until each section is full. */
    async fill(
      offered: readonly (Offered | LabelledRow)[],
      begun: Partial<Demonstrations>,
      most: number,
    ): Promise<Demonstrations> {
      const filled = { commands: [...(begun.commands ?? [])], slots: [...(begun.slots ?? [])] };
      for (const each of offered) {
        const { row, fault = null } = "row" in each ? each : { row: each };
        if (components.every((part) => filled[part].length >= most)) break;
        const demonstration = await read(row);
        for (const part of components) {
          const one = demonstration?.[part];
          if (one !== undefined && filled[part].length < most && (fault === null || fault === part))
            filled[part].push(one);
        }
      }
      return filled;
    },
  };
};

/** The teacher is the present program with labels. It is asked about rows of which it was shown neither a copy nor a twin. */
const bootstrap = async (
  session: Session,
  scored: readonly Scored[],
  { most, labelled, labels }: { readonly most: number; readonly labelled: number; readonly labels: LabelReader },
) => {
  const hard = spread(scored.filter((each) => faultOf(each) !== null));
  const easy = scored.filter((each) => faultOf(each) === null);
  const tried = [...hard, ...easy].slice(0, triesPerPlace * most).map(({ row }) => row);
  const groups = new Set(tried.map(({ group }) => group));
  const shown = shuffled(session.train, session.random).filter(({ group }) => !groups.has(group));
  const { program } = session.problem;
  const teacher = withDemonstrations(program, { origin: "teacher", ...(await labels.fill(shown, {}, labelled)) });
  const demonstrations: Record<Component, Demonstration[]> = { commands: [], slots: [] };
  const rows: LabelledRow[] = [];
  for (const scored of await session.score(teacher, tried)) {
    const { row, traces } = scored;
    const traced = isRight(scored) ? tracedDemonstration(row, traces) : null;
    if (traced === null || demonstrations.commands.length >= most) continue;
    rows.push(row);
    for (const part of components) {
      const one = traced[part];
      if (one !== undefined) demonstrations[part].push(one);
    }
  }
  return { demonstrations, rows };
};

type LabelReader = ReturnType<typeof labelReader>;
