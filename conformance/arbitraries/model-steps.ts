import fc, { type Arbitrary } from 'fast-check';

export type StoreOfModel = 'main' | 'second';

/** One request of the stateful model, as data: a replay and a shrunk case are the same steps. */
export interface Step {
  readonly kind: 'create' | 'list' | 'message' | 'follow-up' | 'message to a foreign agent';
  readonly store: StoreOfModel;
  /** Selects an agent or a conversation of those that exist. */
  readonly pick: number;
}

/** Rounds of requests: those of a round are sent at once, and the next round when all of them have a response. */
export type Rounds = readonly (readonly Step[])[];

const maxRounds = 6;
const maxAtOnce = 3;
const maxPick = 99;

export const maxSteps = maxRounds * maxAtOnce;

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
];

/** Rounds over one store, or two. */
export function anyRounds(hasSecond: boolean): Arbitrary<Rounds> {
  const one = fc.record<Step>({
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
  });
  const round = fc.array(one, { minLength: 1, maxLength: maxAtOnce, size: 'max' });
  return fc.array(round, { minLength: 1, maxLength: maxRounds, size: 'max' });
}

/** The rounds without one of them, and then without one of their steps. */
export function fewerSteps(rounds: Rounds): readonly Rounds[] {
  const shorter = rounds.map((_, index) => rounds.toSpliced(index, 1));
  const thinner = rounds.flatMap((round, index) =>
    round.length < 2 ? [] : round.map((_, at) => rounds.with(index, round.toSpliced(at, 1))),
  );
  return [...shorter, ...thinner].filter((one) => one.length > 0);
}
