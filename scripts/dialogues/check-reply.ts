import { isDeepStrictEqual } from 'node:util';
import { prepared, whatItCanDo } from '../../server/models/built-in/words/prepared.ts';
import { sentences } from '../../server/models/built-in/words/languages.ts';
import type { Said } from '../../server/models/built-in/testing/shopper.ts';
import type { Expected, Intent } from './parse-dialogues.ts';

export type Grade = 'good' | 'unhelpful' | 'wrong';

export interface Graded {
  readonly grade: Grade;
  /** Why it is not good. */
  readonly reason: string;
}

/** A reply is good when all expected facts hold, unhelpful when it claims nothing, and else wrong. */
export function gradeReply(reply: Said, expected: Expected): Graded {
  const reasons = [
    ...intentReasons(reply, expected),
    ...titleReasons(reply, expected),
    ...textReasons(reply, expected),
    ...filterReasons(reply, expected),
  ];
  if (reasons.length === 0) return { grade: 'good', reason: '' };
  const claimsNothing =
    titlesIn(reply.text).length === 0 &&
    ['fallback', 'which', 'talk', 'shop', 'contact'].includes(intentOf(reply));
  return { grade: claimsNothing ? 'unhelpful' : 'wrong', reason: reasons.join('; ') };
}

/** The intent that a text shows. */
export function intentOf({ text, calls }: Said): Intent {
  if (Object.values(sentences).includes(text)) return 'language';
  if (/I found nothing for/.test(text)) return 'none';
  if (calls.some(({ tool }) => tool === 'get_product') && titlesIn(text).length > 0) return 'product';
  if (titlesIn(text).length > 0) return 'list';
  if (text.includes('contact details') || text.includes('Please ask the shop'))
    return text.includes('contact details') ? 'contact' : 'shop';
  if (text === prepared.which || text === prepared.whichSize) return 'which';
  const talk = [
    prepared.thanks,
    prepared.bye,
    prepared.greeting,
    prepared.help,
    prepared.identity,
    prepared.swearing,
  ];
  if (talk.some((each) => each === text) || text.startsWith(prepared.no)) return 'talk';
  return text.includes(whatItCanDo) || text.startsWith('That is all') ? 'fallback' : 'talk';
}

export function titlesIn(text: string): string[] {
  return [...text.matchAll(/\*\*(.+?)\*\*/gu)].map(([, title = '']) => title);
}

function intentReasons(reply: Said, { intents }: Expected): string[] {
  const actual = intentOf(reply);
  return intents.length === 0 || intents.includes(actual)
    ? []
    : [`is ${actual}, not ${intents.join(' or ')}`];
}

function titleReasons({ text }: Said, { names, isExact, notNames }: Expected): string[] {
  const titles = titlesIn(text);
  const missing = names.filter((name) => !titles.includes(name));
  const extra = titles.filter((title) => notNames.includes(title) || (isExact && !names.includes(title)));
  return [...missing.map((name) => `does not name ${name}`), ...extra.map((name) => `names ${name}`)];
}

function textReasons({ text }: Said, { says, notSays }: Expected): string[] {
  const lower = text.toLowerCase();
  return [
    ...says.filter((part) => !lower.includes(part.toLowerCase())).map((part) => `does not say ${part}`),
    ...notSays.filter((part) => lower.includes(part.toLowerCase())).map((part) => `says ${part}`),
  ];
}

function filterReasons({ calls }: Said, { sends }: Expected): string[] {
  if (sends === undefined) return [];
  const input = calls.findLast(({ tool }) => tool === 'search_catalog')?.input as
    | { filters?: Record<string, unknown>; sort?: unknown }
    | undefined;
  const actual: Record<string, unknown> = {
    ...input?.filters,
    ...(input?.sort === undefined ? {} : { sort: input.sort }),
  };
  const different = Object.entries(sends).filter(
    ([name, value]) => !isDeepStrictEqual(actual[name] ?? null, value),
  );
  return different.map(
    ([name, value]) => `sends ${name} ${JSON.stringify(actual[name] ?? null)}, not ${JSON.stringify(value)}`,
  );
}
