import type { RequirementId } from '../../generated/requirements.ts';
import type { Finding, Model } from '../check.ts';
import {
  isObject,
  mainStore,
  type ApiRequest,
  type Exchange,
  type StoreAccess,
  type Target,
} from '../exchange.ts';
import type { Agent } from './agent-fields.ts';
import { clockWarnings, verifyAdvance } from './verify-created.ts';
import { verifyReplies } from './reply-relations.ts';
import { notShownBy } from './evidence.ts';
import { createSilences } from './silences.ts';
import { textsOf, replyWarnings, type SeenReply } from './reply-texts.ts';
import {
  clauseOfPlain,
  emptyStore,
  noteSentCreate,
  verifyStrays,
  type Seen,
  type SeenStore,
} from './seen-store.ts';
import {
  noteCreate,
  verifyKeyless,
  verifyNoKey,
  verifyOtherPath,
  verifyRejection,
  verifyResponse,
} from './verify-response.ts';
import {
  clauseOfSuccess,
  operationOf,
  requestBodyOf,
  validOperationOf,
  type OperationName,
} from './valid-request.ts';

const minFlaky = 3;
const minFlakyShare = 0.05;

/** Counts the valid requests of each operation that failed with a 5xx, and succeeded when they were sent again. */
function createRetryCounts() {
  const counts = new Map<OperationName, { all: number; readonly again: Exchange[] }>();
  return {
    add: (exchange: Exchange): void => {
      const operation = validOperationOf(exchange.request, exchange.url);
      if (operation === undefined) return;
      const count = counts.get(operation) ?? { all: 0, again: [] };
      count.all += 1;
      if (exchange.firstStatus !== undefined) count.again.push(exchange);
      counts.set(operation, count);
    },
    /** One fault is an accident, and a warning; several are a clause's failure. */
    findings: (): readonly Finding[] =>
      [...counts].flatMap(([operation, { all, again }]) => {
        const [first] = again;
        if (first === undefined || again.length < minFlaky || again.length < all * minFlakyShare) return [];
        const actual = `flaky: ${again.length} of ${all} failed, such as with ${first.firstStatus}, and succeeded when sent again`;
        const expected = 'no-flaky-requests';
        return [{ requirement: clauseOfSuccess[operation], expected, actual, exchange: first }];
      }),
  };
}

/** What the responses of a store say together. */
const verifyStore = (store: SeenStore): readonly Finding[] => [
  ...verifyStrays(store),
  ...verifyAdvance(store.creates),
];

const agentsOfStores = (stores: readonly SeenStore[]): readonly Agent[] =>
  stores.flatMap(({ created, listed }) => [...listed.values(), ...created]);

/** What is known of a store when a request to it is sent. */
type Known = Omit<Seen, 'exchange' | 'store' | 'otherStores'>;

function knownWhenSent(request: ApiRequest, url: string, store: SeenStore): Known {
  if (operationOf(request, url) === 'createAgent') noteSentCreate(request, store);
  return {
    createdBefore: store.created.length,
    fullBefore: store.full.length,
    mustSucceed: clauseOfPlain(request, url, store),
  };
}

interface SeenRun {
  /** By their keys. */
  readonly stores: ReadonlyMap<string, SeenStore>;
  /** The agents whose models fail. */
  readonly failing: ReadonlySet<string | undefined>;
  /** Those that succeeded. */
  readonly operations: Set<string>;
  readonly retries: ReturnType<typeof createRetryCounts>;
  readonly silences: ReturnType<typeof createSilences>;
  readonly replies: SeenReply[];
}

function emptyRun(given: readonly (StoreAccess | undefined)[]): SeenRun {
  const stores = new Map<string, SeenStore>();
  for (const access of given) {
    if (access !== undefined && !stores.has(access.key)) stores.set(access.key, emptyStore(access.agentId));
  }
  const failing = new Set(given.map((access) => access?.failingAgentId));
  const counts = { retries: createRetryCounts(), silences: createSilences() };
  return { stores, failing, operations: new Set(), ...counts, replies: [] };
}

/** What an exchange with the key of a store shows, which is then part of what the run has seen. */
function verifyOfStore(run: SeenRun, key: string, store: SeenStore, known: Known, exchange: Exchange) {
  const { stores, failing, operations, retries, replies } = run;
  const body = requestBodyOf(exchange.request);
  if (isObject(body) && failing.has(String(body['agent_id']))) return [];
  const otherStores = [...stores.values()].filter((one) => one !== store);
  const seen = { exchange, store, otherStores, ...known };
  const findings = [...verifyResponse(seen, replies), ...verifyNoKey(exchange, key, [...stores.keys()])];
  const operation = operationOf(exchange.request, exchange.url);
  if (operation === 'createAgent') noteCreate(seen);
  if (operation !== undefined && exchange.status < 300) operations.add(operation);
  retries.add(exchange);
  return findings;
}

const paged = 'the list has more pages, which the source does not describe';

/** The clauses of which no check can see anything, though their operations succeed. */
function untestableIn({ stores, replies }: SeenRun): ReadonlyMap<RequirementId, string> {
  const hasPages = [...stores.values()].some(({ isPaged }) => isPaged);
  const isMute = replies.length > 0 && !replies.some((reply) => textsOf(reply).some((text) => text !== ''));
  return new Map([
    ...(hasPages ? (['R-4.2-02', 'R-4.2-07'] as const).map((id) => [id, paged] as const) : []),
    ...(isMute ? (['R-6-02', 'R-6-07'] as const).map((id) => [id, 'no reply has text'] as const) : []),
  ]);
}

/**
 * The model of a run: verifies each exchange against the contract and against all exchanges before it, whichever check
 * sent it. Ids of the whole run are unique, lists have everything that the run created, and replies have no words of
 * other conversations.
 */
export function createModel({ stores, baseUrl, mcpUrl }: Target): Model {
  const run = emptyRun(Object.values(stores));
  const unclaimed: Finding[] = [];
  const found = new WeakMap<Exchange, readonly Finding[]>();
  const all = (): readonly SeenStore[] => [...run.stores.values()];
  return {
    start: (request, report = (findings) => unclaimed.push(...findings)) => {
      const { credential = mainStore, path } = request;
      const key = credential.type === 'store' ? (stores[credential.store]?.key ?? '') : '';
      const store = run.stores.get(key);
      const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
      const known = store && knownWhenSent(request, url, store);
      const onResponse = (exchange: Exchange): void => {
        // How plain HTTP is rejected is open (decision 0014).
        if (!exchange.url.startsWith(baseUrl)) return;
        run.silences.responded(exchange);
        const isKeyless = credential.type === 'none';
        const findings = [
          ...verifyOtherPath(exchange, mcpUrl),
          ...(isKeyless ? verifyKeyless(exchange, [...run.stores.keys()]) : []),
          ...(credential.type === 'header' ? verifyRejection(exchange) : []),
          ...(store && known ? verifyOfStore(run, key, store, known, exchange) : []),
        ].map((one) => ({ exchange, ...one }));
        found.set(exchange, findings);
        if (findings.length > 0) report(findings);
      };
      return { onResponse, onSilence: run.silences.wasSilent };
    },
    findingsOf: (exchange) => found.get(exchange) ?? [],
    untestable: () => untestableIn(run),
    relations: () => [
      ...run.silences.findings(),
      ...unclaimed,
      ...run.retries.findings(),
      ...verifyReplies(run.replies, agentsOfStores(all())),
      ...all().flatMap(verifyStore),
    ],
    succeeded: (operation) => run.operations.has(operation),
    made: () => {
      const { created = [], conversations } = run.stores.get(stores.main.key) ?? {};
      return { agents: created, conversations: [...(conversations?.values() ?? [])] };
    },
    warnings: () => [
      ...clockWarnings(all().flatMap(({ creates }) => creates)),
      ...replyWarnings(run.replies),
    ],
    notShown: () => notShownBy(run.replies),
  };
}
