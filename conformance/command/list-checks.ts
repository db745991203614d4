import type { Check } from '../check.ts';
import { requirements } from '../../generated/requirements.ts';

function checkLine({ id, profile, title }: Check): string {
  return `    ${id.padEnd(34)} ${profile.padEnd(10)} ${title}`;
}

/** Every requirement with the checks that judge it; those that no check can judge say why. */
export function listChecks(checks: readonly Check[]): string {
  const lines = requirements.flatMap(({ id, level, text, verified, reason }) => {
    const judging = checks.filter((check) => check.requirements.includes(id));
    const none = verified.includes('black-box')
      ? 'no check'
      : (reason ?? `verified by ${verified.join(' and ')}`);
    const below = judging.length > 0 ? judging.map(checkLine) : [`    not judged from outside: ${none}`];
    return [`${id} (${level}) ${text}`, ...below];
  });
  return `${lines.join('\n')}\n`;
}
