import { storeOfKey } from '../server/authentication.ts';
import type { Change, Incoming, OperationName, Store, World } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
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
  ...mutantsOf('R-5-01', 'auth/writes-need-a-key', {
    'auth-none': alsoAccepts((_incoming, world) => world.stores[0]),
  }),
  ...mutantsOf('R-4-01', 'auth/reads-need-a-key', {
    'auth-reads-keyless': alsoAccepts((incoming, world) =>
      incoming.method === 'GET' ? world.stores[0] : undefined,
    ),
  }),
  ...mutantsOf('R-7-12', 'auth/reads-need-a-key', {
    'auth-list-keyless': openTo('listAgents', keyless),
    'auth-401-as-400-list': onStatus('GET', '/api/agents', 401, 400),
  }),
  ...mutantsOf('R-7-07', 'auth/writes-need-a-key', {
    'auth-create-keyless': openTo('createAgent', keyless),
    'auth-401-as-404-create': onStatus('POST', '/api/agents', 401, 404),
  }),
  ...mutantsOf('R-7-02', 'auth/writes-need-a-key', {
    'auth-chat-keyless': openTo('streamAgentChat', keyless),
    'auth-401-as-500-chat': onStatus('POST', '/api/agents/chat/stream', 401, 500),
  }),
  ...mutantsOf('R-7-10', 'auth/reads-need-a-key', {
    'auth-widget-keyless': openTo('getWidgetConfig', keyless),
    'auth-401-as-403-widget': onStatus('GET', '/api/widget/config', 401, 403),
  }),
  ...mutantsOf('R-5-06', 'auth/every-near-miss', {
    'auth-list-any-key': openTo('listAgents', wellFormed),
    'auth-create-any-key': openTo('createAgent', wellFormed),
    'auth-chat-any-key': openTo('streamAgentChat', wellFormed),
    'auth-widget-any-key': openTo('getWidgetConfig', wellFormed),
    'auth-case-ignored': matching((sent, key) => sent.toLowerCase() === key.toLowerCase()),
    'auth-prefix-of-key': matching((sent, key) => sent.length > 4 && key.startsWith(sent)),
    'auth-suffix-ignored': matching((sent, key) => sent.startsWith(key)),
    'auth-last-character-ignored': matching((sent, key) => sent.slice(0, -1) === key.slice(0, -1)),
    'auth-empty-bearer': alsoAccepts((incoming, world) =>
      incoming.headers.authorization?.trim().toLowerCase() === 'bearer' ? world.stores[0] : undefined,
    ),
    'auth-401-as-403': (base) => onRefusals([401], () => base.refuse(403, 'forbidden'))(base),
  }),
  ...mutantsOf('R-5-03', 'auth/every-near-miss', {
    'auth-body-without-prefix': matching((sent, key) => sent === key.slice(4)),
    'auth-any-prefix': matching((sent, key) => sent.endsWith(key.slice(4))),
  }),
  ...mutantsOf('R-5-02', 'auth/every-near-miss', {
    'auth-bare-key': alsoAccepts((incoming, world) => storeOfKey(incoming.headers.authorization, world)),
    'auth-basic': alsoAccepts(basicAccepted),
    'auth-basic-with-key': schemeAccepted('basic'),
    'auth-token-scheme': schemeAccepted('[a-z]+'),
    'auth-query-key': alsoAccepts((incoming, world) => storeOfKey(incoming.query.get('api_key'), world)),
    'auth-x-api-key': alsoAccepts((incoming, world) =>
      storeOfKey(String(incoming.headers['x-api-key']), world),
    ),
  }),
  ...mutantsOf('R-5-02', 'auth/key-is-accepted', {
    'auth-right-key-refused-by-widget': ({ identify }) => ({
      identify: (incoming, world) =>
        incoming.path === '/api/widget/config' ? undefined : identify(incoming, world),
    }),
  }),
];
