import fc, { type Arbitrary } from 'fast-check';

export type StoreOfModel = 'main' | 'second';

/** One request of the stateful model, as data: a replay and a shrunk case are the same steps. */
export interface Step {
  readonly kind: 'create' | 'list' | 'message' | 'follow-up' | 'message to a foreign agent';
  readonly store: StoreOfModel;
  /** Selects an agent or a conversation of those that exist. */
  readonly pick: number;
}

/**
 * Rounds of requests: those of a round are sent at once, in this order, and the next round when all of them have a
 * response. The scheduler of fast-check would not do: it waits for each request to end before it releases the next, and
 * where it releases the sending alone, its choice depends on which responses are there, so that a replay differs.
 */
export type Rounds = readonly (readonly Step[])[];

const maxAtOnce = 3;
const maxPick = 99;

export const maxSteps = 18;

function step(kind: Step['kind'], pick = 0, store: StoreOfModel = 'main'): Step {
  return { kind, store, pick };
}

/** Each kind of request beside each other one. */
export const plainRounds: Rounds = [
  [step('create'), step('create'), step('create')],
  [step('list'), step('list'), step('message', 1)],
  [step('message'), step('message', 2), step('create')],
  [step('follow-up'), step('follow-up', 1), step('list')],
  [step('follow-up', 2), step('message', 3), step('create')],
  [step('create'), step('list'), step('list')],
];

/** A step that is sent at once with the one before it, or after it. */
type TimedStep = Step & { readonly atOnce: boolean };

function roundsOf(steps: readonly TimedStep[]): Rounds {
  const rounds: Step[][] = [];
  for (const { atOnce, ...one } of steps) {
    const last = rounds.at(-1);
    if (atOnce && last !== undefined && last.length < maxAtOnce) last.push(one);
    else rounds.push([one]);
  }
  return rounds;
}

/** Rounds over one store, or two. They shrink to fewer steps, and to steps one after the other where no race is needed. */
export function anyRounds(hasSecond: boolean): Arbitrary<Rounds> {
  const one = fc.record<TimedStep>({
    kind: fc.constantFrom<Step['kind'][]>(
      ...([
        'create',
        'list',
        'message',
        'follow-up',
        ...(hasSecond ? ['message to a foreign agent'] : []),
      ] as Step['kind'][]),
    ),
    store: hasSecond ? fc.constantFrom<StoreOfModel[]>('main', 'second') : fc.constant<StoreOfModel>('main'),
    pick: fc.nat({ max: maxPick }),
    atOnce: fc.boolean(),
  });
  return fc.array(one, { minLength: 1, maxLength: maxSteps, size: 'max' }).map(roundsOf);
}

/** The rounds without one of them, then without one of their steps, and then with one round as steps one after the other. */
export function fewerSteps(rounds: Rounds): readonly Rounds[] {
  const shorter = rounds.map((_, index) => rounds.toSpliced(index, 1));
  const thinner = rounds.flatMap((round, index) =>
    round.length < 2 ? [] : round.map((_, at) => rounds.with(index, round.toSpliced(at, 1))),
  );
  const inTurn = rounds.flatMap((round, index) =>
    round.length < 2 ? [] : [rounds.toSpliced(index, 1, ...round.map((one) => [one]))],
  );
  return [...shorter, ...thinner, ...inTurn].filter((one) => one.length > 0);
}
