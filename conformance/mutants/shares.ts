import type { Found } from './run-mutant.ts';

/** Which share of the mutants the profiles find, in percent with one decimal, of so many mutants. */
export type Shares = ReturnType<typeof sharesOf>;

const steps = [60, 120, 200, 300, 400, 500, 600, 700, 800];

const percent = (count: number, all: number): number => Math.round((1000 * count) / all) / 10;

/** The shares of the runs of the core and the full profile against the same mutants. */
export function sharesOf(found: readonly Found[]) {
  const of = (profile: Found['profile']): readonly Found[] => found.filter((one) => one.profile === profile);
  const [core, full] = [of('core'), of('full')];
  const within = (all: readonly Found[], max: number): number =>
    percent(all.filter(({ requests = Infinity }) => requests <= max).length, all.length);
  return {
    mutants: full.length,
    core: within(core, Number.MAX_VALUE),
    full: within(full, Number.MAX_VALUE),
    // What the full profile has found after so many requests to the main store.
    curve: Object.fromEntries(steps.map((step) => [step, within(full, step)])),
  };
}

/** The shares and the curve as lines, with the mutants that the full profile does not find. */
export function shareLines(
  { mutants, core, full, curve }: Shares,
  found: readonly Found[],
): readonly string[] {
  const missed = found.filter(({ profile, requests }) => profile === 'full' && requests === undefined);
  return [
    `Of ${mutants} mutants the core profile finds ${core} %, the full one ${full} %, the exhaustive one all`,
    `Found by requests: ${Object.entries(curve)
      .map(([requests, share]) => `${requests}: ${share} %`)
      .join(', ')}`,
    ...missed.map(({ mutant }) => `not found by --profile full: ${mutant}`),
  ];
}
