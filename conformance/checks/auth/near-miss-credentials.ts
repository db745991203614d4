import type { ApiRequest, Credential } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { deriveSeed } from '../../runner/derive-seed.ts';

/** A request that carries the key wrongly, or a wrong key, and in words what is wrong. */
export interface NearMiss {
  readonly what: string;
  /** The clause that is broken where it counts. */
  readonly requirement: RequirementId;
  readonly credential: Credential;
  /** Where the key is put besides, or in place of, the Authorization header. */
  readonly extra?: Pick<ApiRequest, 'headers'> & { readonly query?: string };
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const variable = '$CONFORMANCE_API_KEY';

function header(value: string, shell: string): Credential {
  return { type: 'header', value, shell };
}

function turned(character: string): string {
  return alphanumeric[(alphanumeric.indexOf(character) + 1) % alphanumeric.length] ?? 'x';
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
}

/** A key of the stated form that was never given out. */
export function unknownKey(seed: number): string {
  const at = (index: number): number => deriveSeed(seed, `unknown key ${index}`) % alphanumeric.length;
  return `svc_${Array.from({ length: 32 }, (_, index) => alphanumeric[at(index)]).join('')}`;
}

/** Keys that differ from the right one a little, after `Bearer`. */
function wrongKeys(key: string, seed: number): readonly NearMiss[] {
  const body = key.slice(key.indexOf('_') + 1);
  const bearer = (
    what: string,
    value: string,
    shell: string,
    requirement: RequirementId = 'R-5-06',
  ): NearMiss[] =>
    value === key ? [] : [{ what, requirement, credential: header(`Bearer ${value}`, `Bearer ${shell}`) }];
  return [
    ...bearer('a key of the right form that was never given out', unknownKey(seed), unknownKey(seed)),
    ...bearer('the key in the other letter case', swapCase(key), `\${CONFORMANCE_API_KEY~~}`),
    ...bearer('the key in lower case', key.toLowerCase(), `\${CONFORMANCE_API_KEY,,}`),
    ...bearer(
      'the key with another last character',
      key.slice(0, -1) + turned(key.at(-1) ?? ''),
      `\${CONFORMANCE_API_KEY%?}x`,
    ),
    ...bearer('the key without its last character', key.slice(0, -1), `\${CONFORMANCE_API_KEY%?}`),
    ...bearer('the first half of the key', key.slice(0, 20), `\${CONFORMANCE_API_KEY:0:20}`),
    ...bearer('the prefix alone', 'svc_', 'svc_'),
    ...bearer('the key with a character more', `${key}x`, `\${CONFORMANCE_API_KEY}x`),
    ...bearer('the key twice', `${key}${key}`, `${variable}${variable}`),
    ...bearer('the key without its prefix', body, `\${CONFORMANCE_API_KEY#svc_}`, 'R-5-03'),
    ...bearer('the key with another prefix', `key_${body}`, `key_\${CONFORMANCE_API_KEY#svc_}`, 'R-5-03'),
    ...bearer('no key after the scheme', '', ''),
  ];
}

/** The right key, sent in another way than as a bearer. */
function wrongWays(key: string): readonly Omit<NearMiss, 'requirement'>[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const none: Credential = { type: 'none' };
  const encoded = (shell: string): string => `Basic $(printf '%s' "${shell}" | base64 -w0)`;
  const asQuery = encodeURIComponent(key);
  return [
    { what: 'the key without Bearer', credential: header(key, variable) },
    { what: 'the scheme Basic with the key', credential: header(`Basic ${key}`, `Basic ${variable}`) },
    {
      what: 'the key as a Basic user',
      credential: header(`Basic ${base64(`${key}:`)}`, encoded(`${variable}:`)),
    },
    {
      what: 'the key as a Basic password',
      credential: header(`Basic ${base64(`api:${key}`)}`, encoded(`api:${variable}`)),
    },
    { what: 'the scheme Token', credential: header(`Token ${key}`, `Token ${variable}`) },
    { what: 'the key in x-api-key', credential: none, extra: { headers: { 'x-api-key': key } } },
    {
      what: 'the key as the query parameter api_key',
      credential: none,
      extra: { query: `api_key=${asQuery}` },
    },
  ];
}

/** Every credential that must not count: source 5.2, 5.3, 5.5 and 5.6. */
export function nearMisses(key: string, seed: number): readonly NearMiss[] {
  const ways = wrongWays(key).map((way) => ({ ...way, requirement: 'R-5-02' as const }));
  return [...wrongKeys(key, seed), ...ways];
}

const likely = [
  'a key of the right form that was never given out',
  'the key in the other letter case',
  'the key with a character more',
  'the key without Bearer',
  'the key as the query parameter api_key',
];

/** The few of them that careless servers let in most often. */
export function likelyMisses(key: string, seed: number): readonly NearMiss[] {
  return nearMisses(key, seed).filter(({ what }) => likely.includes(what));
}
