import { storeOfKey } from '../server/authentication.ts';
import type { Change, Incoming, OperationName, Store, World } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { onRefusals, onStatus } from './changes.ts';

type Identify = (incoming: Incoming, world: World) => Store | undefined;

const paths: Readonly<Record<OperationName, readonly [method: string, path: string]>> = {
  listAgents: ['GET', '/api/agents'],
  createAgent: ['POST', '/api/agents'],
  streamAgentChat: ['POST', '/api/agents/chat/stream'],
  getWidgetConfig: ['GET', '/api/widget/config'],
};

function sentKey(incoming: Incoming): string {
  return /^bearer +(\S+)/i.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
}

/** Accepts what the base accepts, and more. */
function alsoAccepts(more: Identify): Change {
  return ({ identify }) => ({
    identify: (incoming, world) => identify(incoming, world) ?? more(incoming, world),
  });
}

/** Compares keys in another way. */
function matching(matches: (sent: string, key: string) => boolean): Change {
  return alsoAccepts((incoming, world) => {
    const sent = sentKey(incoming);
    return sent === '' ? undefined : world.stores.find((store) => matches(sent, store.key));
  });
}

function openTo(operation: OperationName, when: (incoming: Incoming) => boolean): Change {
  const [method, path] = paths[operation];
  return alsoAccepts((incoming, world) =>
    incoming.method === method && incoming.path === path && when(incoming) ? world.stores[0] : undefined,
  );
}

const keyless = (incoming: Incoming): boolean => incoming.headers.authorization === undefined;
const wellFormed = (incoming: Incoming): boolean => /^svc_[A-Za-z0-9]{32}$/.test(sentKey(incoming));

function schemeAccepted(scheme: string): Change {
  const pattern = new RegExp(`^${scheme} +(\\S+)$`, 'i');
  return alsoAccepts((incoming, world) =>
    storeOfKey(pattern.exec(incoming.headers.authorization ?? '')?.[1], world),
  );
}

function basicAccepted(incoming: Incoming, world: World): Store | undefined {
  const encoded = /^basic +(\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  return world.stores.find((store) => decoded.split(':').includes(store.key));
}

/** Defects of source 5, and of its rows in 7. */
export const authenticationMutants: readonly Mutant[] = [
  {
    id: 'auth-none',
    clause: 'R-5-01',
    killedBy: ['auth/writes-need-a-key'],
    apply: alsoAccepts((_incoming, world) => world.stores[0]),
  },
  {
    id: 'auth-reads-keyless',
    clause: 'R-4-01',
    killedBy: ['auth/reads-need-a-key'],
    apply: alsoAccepts((incoming, world) => (incoming.method === 'GET' ? world.stores[0] : undefined)),
  },
  {
    id: 'auth-list-keyless',
    clause: 'R-7-12',
    killedBy: ['auth/reads-need-a-key'],
    apply: openTo('listAgents', keyless),
  },
  {
    id: 'auth-create-keyless',
    clause: 'R-7-07',
    killedBy: ['auth/writes-need-a-key'],
    apply: openTo('createAgent', keyless),
  },
  {
    id: 'auth-chat-keyless',
    clause: 'R-7-02',
    killedBy: ['auth/writes-need-a-key'],
    apply: openTo('streamAgentChat', keyless),
  },
  {
    id: 'auth-widget-keyless',
    clause: 'R-7-10',
    killedBy: ['auth/reads-need-a-key'],
    apply: openTo('getWidgetConfig', keyless),
  },
  {
    id: 'auth-list-any-key',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: openTo('listAgents', wellFormed),
  },
  {
    id: 'auth-create-any-key',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: openTo('createAgent', wellFormed),
  },
  {
    id: 'auth-chat-any-key',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: openTo('streamAgentChat', wellFormed),
  },
  {
    id: 'auth-widget-any-key',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: openTo('getWidgetConfig', wellFormed),
  },
  {
    id: 'auth-case-ignored',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  },
  {
    id: 'auth-prefix-of-key',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent.length > 4 && key.startsWith(sent)),
  },
  {
    id: 'auth-suffix-ignored',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent.startsWith(key)),
  },
  {
    id: 'auth-last-character-ignored',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent.slice(0, -1) === key.slice(0, -1)),
  },
  {
    id: 'auth-body-without-prefix',
    clause: 'R-5-03',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent === key.slice(4)),
  },
  {
    id: 'auth-any-prefix',
    clause: 'R-5-03',
    killedBy: ['auth/every-near-miss'],
    apply: matching((sent, key) => sent.endsWith(key.slice(4))),
  },
  {
    id: 'auth-bare-key',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: alsoAccepts((incoming, world) => storeOfKey(incoming.headers.authorization, world)),
  },
  {
    id: 'auth-basic',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: alsoAccepts(basicAccepted),
  },
  {
    id: 'auth-basic-with-key',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: schemeAccepted('basic'),
  },
  {
    id: 'auth-token-scheme',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: schemeAccepted('[a-z]+'),
  },
  {
    id: 'auth-query-key',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: alsoAccepts((incoming, world) => storeOfKey(incoming.query.get('api_key'), world)),
  },
  {
    id: 'auth-x-api-key',
    clause: 'R-5-02',
    killedBy: ['auth/every-near-miss'],
    apply: alsoAccepts((incoming, world) => storeOfKey(String(incoming.headers['x-api-key']), world)),
  },
  {
    id: 'auth-empty-bearer',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: alsoAccepts((incoming, world) =>
      incoming.headers.authorization?.trim().toLowerCase() === 'bearer' ? world.stores[0] : undefined,
    ),
  },
  {
    id: 'auth-right-key-refused-by-widget',
    clause: 'R-5-02',
    killedBy: ['auth/key-is-accepted'],
    apply: ({ identify }) => ({
      identify: (incoming, world) =>
        incoming.path === '/api/widget/config' ? undefined : identify(incoming, world),
    }),
  },
  {
    id: 'auth-401-as-403',
    clause: 'R-5-06',
    killedBy: ['auth/every-near-miss'],
    apply: (base) => onRefusals([401], () => base.refuse(403, 'forbidden'))(base),
  },
  {
    id: 'auth-401-as-400-list',
    clause: 'R-7-12',
    killedBy: ['auth/reads-need-a-key'],
    apply: onStatus('GET', '/api/agents', 401, 400),
  },
  {
    id: 'auth-401-as-404-create',
    clause: 'R-7-07',
    killedBy: ['auth/writes-need-a-key'],
    apply: onStatus('POST', '/api/agents', 401, 404),
  },
  {
    id: 'auth-401-as-500-chat',
    clause: 'R-7-02',
    killedBy: ['auth/writes-need-a-key'],
    apply: onStatus('POST', '/api/agents/chat/stream', 401, 500),
  },
  {
    id: 'auth-401-as-403-widget',
    clause: 'R-7-10',
    killedBy: ['auth/reads-need-a-key'],
    apply: onStatus('GET', '/api/widget/config', 401, 403),
  },
];
