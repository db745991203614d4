import { readYaml } from './files.ts';
import { asArray, asObject, asString, asStrings } from './json.ts';

/** What a linter found: its rule and the place, a file with a JSON pointer. */
export interface Finding {
  readonly linter: string;
  readonly rule: string;
  readonly where: string;
  readonly message: string;
}

/** Findings that are kept: a rule of a linter at some places, and why. */
export interface Excuse {
  readonly linter: string;
  readonly rule: string;
  readonly where: readonly string[];
  readonly reason: string;
}

/** Reads lint-excuses.yaml. Throws for an excuse without a linter, a rule, a place or a reason. */
export function readExcuses(file: string): Excuse[] {
  return asArray(readYaml(file), file).map((item, index) => {
    const at = `${file}[${index}]`;
    const { linter, rule, where, reason } = asObject(item, at);
    const places = asStrings(where, `${at}.where`);
    if (places.length === 0) throw new Error(`${at}.where must name at least one place`);
    return {
      linter: asString(linter, `${at}.linter`),
      rule: asString(rule, `${at}.rule`),
      where: places,
      reason: asString(reason, `${at}.reason`),
    };
  });
}

/** The findings without an excuse, and each place of an excuse at which its rule finds nothing, as one line each. */
export function applyExcuses(findings: readonly Finding[], excuses: readonly Excuse[]): string[] {
  const excused = excuses.flatMap(({ linter, rule, where }) =>
    where.map((place) => `${linter} ${rule} ${place}`),
  );
  const found = findings.map(({ linter, rule, where }) => `${linter} ${rule} ${where}`);
  return [
    ...findings
      .filter((_finding, index) => !excused.includes(found[index] ?? ''))
      .map(({ linter, rule, where, message }) => `${where}: ${message} (${linter} ${rule})`),
    ...excused
      .filter((excuse) => !found.includes(excuse))
      .map((excuse) => `lint-excuses.yaml: nothing to excuse: ${excuse}`),
  ];
}
