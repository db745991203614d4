import type { RequirementId } from '../../../generated/requirements.ts';
import { deriveSeed } from '../../check.ts';
import type { ApiRequest, Credential, StoreAccess } from '../../exchange.ts';

/** An invalid credential: a wrong key, or the key sent in a wrong way. */
export interface NearMiss {
  /** What is wrong, for the report. */
  readonly what: string;
  /** The clause that is violated where it is accepted. */
  readonly requirement: RequirementId;
  readonly credential: Credential;
  /** True for what may open to visitors of a page what their chatbot has (decision 0016). */
  readonly isPublic?: boolean;
  /** Where the key is sent in place of the Authorization header. */
  readonly extra?: Pick<ApiRequest, 'headers'> & { readonly query?: string };
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const variable = '$CONFORMANCE_API_KEY';

/** The key as a command changes it, in any POSIX shell. */
function changed(command: string): string {
  return `$(printf '%s' "${variable}" | ${command})`;
}

function header(value: string, shell: string): Credential {
  return { type: 'header', value, shell };
}

function nextAlphanumeric(character: string): string {
  return alphanumeric[(alphanumeric.indexOf(character) + 1) % alphanumeric.length] ?? 'x';
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
}

/** A key of the stated form that was never issued. */
function unknownKey(seed: number): string {
  const at = (index: number): number => deriveSeed(seed, `unknown key ${index}`) % alphanumeric.length;
  return `svc_${Array.from({ length: 32 }, (_, index) => alphanumeric[at(index)]).join('')}`;
}

/** What is sent where a key was not set, or another one was pasted. */
const otherTokens = [
  'undefined',
  'null',
  '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  'x'.repeat(2000),
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdG9yZSJ9.dGhlIHNpZ25hdHVyZQ',
];

/** A wrong key; `shell` is the same value for a `curl` line, without the key. */
interface WrongKey {
  readonly what: string;
  readonly value: string;
  readonly shell: string;
  readonly requirement: RequirementId;
  /** True for what visitors of a page may send in place of a key. */
  readonly isPublic?: boolean;
}

/** What is known of a store that keys resemble, or that is taken for one. */
type KnownStore = Pick<StoreAccess, 'key' | 'agentId' | 'chatbotId'>;

/** Keys that differ slightly from the right one, and ids of the store, which are no secrets. Source 5.3 and 5.6. */
export function wrongKeys({ key, agentId, chatbotId }: KnownStore, seed: number): readonly WrongKey[] {
  const body = key.slice(key.indexOf('_') + 1);
  const wrong = (what: string, value: string, shell = value, requirement: RequirementId = 'R-5-06') => ({
    what,
    value,
    shell,
    requirement,
  });
  const ids = { 'a chatbot': chatbotId, 'an agent': agentId };
  const all = [
    wrong('an unknown key of the right form', unknownKey(seed)),
    wrong('the key in the other letter case', swapCase(key), changed("tr 'A-Za-z' 'a-zA-Z'")),
    wrong('the key in lower case', key.toLowerCase(), changed("tr 'A-Z' 'a-z'")),
    wrong(
      'the key with another last character',
      key.slice(0, -1) + nextAlphanumeric(key.at(-1) ?? ''),
      `\${CONFORMANCE_API_KEY%?}x`,
    ),
    wrong('the key without its last character', key.slice(0, -1), `\${CONFORMANCE_API_KEY%?}`),
    wrong('the first half of the key', key.slice(0, 20), changed('cut -c 1-20')),
    wrong('the prefix alone', 'svc_'),
    wrong('the key with one more character', `${key}x`, `\${CONFORMANCE_API_KEY}x`),
    wrong('the key twice', `${key}${key}`, `${variable}${variable}`),
    wrong('the key without its prefix', body, `\${CONFORMANCE_API_KEY#svc_}`, 'R-5-03'),
    wrong('the key with another prefix', `key_${body}`, `key_\${CONFORMANCE_API_KEY#svc_}`, 'R-5-03'),
    wrong('an empty key', ''),
    ...['svc_%', 'svc_*', 'svc_.*', `svc_${'_'.repeat(32)}`].map((pattern) =>
      wrong(`the pattern ${pattern}`, pattern),
    ),
    ...otherTokens.map((token) => wrong(`${token.slice(0, 12)} in place of a key`, token)),
    ...Object.entries(ids).flatMap(([whose, id]) =>
      id === undefined ? [] : [{ ...wrong(`the id of ${whose} in place of a key`, id), isPublic: true }],
    ),
    wrong(
      'the key with all but its ends replaced',
      key.slice(0, 5) + unknownKey(seed).slice(5, -1) + key.slice(-1),
      `$(printf '%s' "${variable}" | cut -c 1-5)${unknownKey(seed).slice(5, -1)}$(printf '%s' "${variable}" | cut -c 36)`,
    ),
  ];
  return all.filter(({ value }) => value !== key);
}

/** The right key in the Authorization header, but not as a bearer token. */
function wrongWays(key: string): readonly Omit<NearMiss, 'requirement'>[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const encoded = (shell: string): string => `Basic $(printf '%s' "${shell}" | base64 | tr -d '\\n')`;
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
  ];
}

/** The right key outside of the Authorization header, which may be accepted beside it. */
export function otherPlaces(key: string): readonly Omit<NearMiss, 'requirement'>[] {
  const credential: Credential = { type: 'none' };
  return [
    {
      what: 'the key as the query parameter api_key',
      credential,
      extra: { query: `api_key=${encodeURIComponent(key)}` },
    },
    { what: 'the key in x-api-key', credential, extra: { headers: { 'x-api-key': key } } },
    { what: 'the key in a cookie', credential, extra: { headers: { cookie: `api_key=${key}` } } },
  ];
}

/** Every invalid credential. Source 5.2, 5.3, 5.5 and 5.6. */
export function nearMisses(store: KnownStore, seed: number): readonly NearMiss[] {
  // A header carries no other characters.
  const inHeaders = wrongKeys(store, seed).filter(({ value }) => /^[\x20-\x7e]*$/.test(value));
  const keys = inHeaders.map(({ what, value, shell, requirement, isPublic = false }) => ({
    what,
    requirement,
    isPublic,
    credential: header(`Bearer ${value}`, `Bearer ${shell}`),
  }));
  const ways = wrongWays(store.key).map((way) => ({ ...way, requirement: 'R-5-15' as const }));
  return [...keys, ...ways];
}

const likely = [
  'an unknown key of the right form',
  'the key in the other letter case',
  'the key with one more character',
  'the key without Bearer',
  'the scheme Token',
];

/** The five of them that servers accept most often. */
export function likelyMisses(store: KnownStore, seed: number): readonly NearMiss[] {
  return nearMisses(store, seed).filter(({ what }) => likely.includes(what));
}
