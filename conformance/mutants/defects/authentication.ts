import { mutantsOf, type Mutant } from '../mutant.ts';
import type {
  Change,
  Deployment,
  HttpRequest,
  OperationName,
  ServerState,
  Store,
} from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { jsonResponse } from '../server/responses.ts';
import { storeOfKey } from '../server/server-state.ts';
import { beforeOperation, onErrorResponses, onStatus } from './changes.ts';

function sentKey(request: HttpRequest): string {
  return /^bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Accepts what the base accepts, and more. */
function alsoAccepts(more: Deployment['identify']): Change {
  return ({ identify }) => ({
    identify: (request, state) => identify(request, state) ?? more(request, state),
  });
}

/** Accepts a bearer key that matches a store's key in another way. */
function matching(matches: (sent: string, key: string) => boolean): Change {
  return alsoAccepts((request, state) => {
    const sent = sentKey(request);
    return sent === '' ? undefined : state.stores.find((store) => matches(sent, store.key));
  });
}

/** Accepts some invalid credentials on one operation. */
function openTo(operation: OperationName, when: (request: HttpRequest) => boolean): Change {
  return alsoAccepts((request, state) =>
    operationOf(request) === operation && when(request) ? state.stores[0] : undefined,
  );
}

const keyless = (request: HttpRequest): boolean => request.headers.authorization === undefined;
const wellFormed = (request: HttpRequest): boolean => /^svc_[A-Za-z0-9]{32}$/.test(sentKey(request));

/** Lists the first store's agents without a key at one path, which only the router takes for the list. */
function listsKeyless(path: string): Change {
  return (base) => ({
    finish: (response, request, call) =>
      keyless(request) && request.method === 'GET' && request.path === path
        ? jsonResponse(200, { agents: [] })
        : base.finish(response, request, call),
  });
}

function schemeAccepted(scheme: string): Change {
  const pattern = new RegExp(`^${scheme} +(\\S+)$`, 'i');
  return alsoAccepts((request, state) =>
    storeOfKey(pattern.exec(request.headers.authorization ?? '')?.[1], state),
  );
}

function basicAccepted(request: HttpRequest, state: ServerState): Store | undefined {
  const encoded = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  return state.stores.find((store) => decoded.split(':').includes(store.key));
}

/** Defects of authentication: source 5, and its rows in 7. */
export const authenticationMutants: readonly Mutant[] = [
  ...mutantsOf('R-5-01', 'auth/writes-need-a-key', {
    'auth-none': alsoAccepts((_request, state) => state.stores[0]),
  }),
  ...mutantsOf('R-5-01', 'auth/every-near-miss', {
    'auth-slash-at-the-end-keyless': listsKeyless('/api/agents/'),
    'auth-escaped-path-keyless': listsKeyless('/api/%61gents'),
  }),
  ...mutantsOf('R-4-01', 'auth/reads-need-a-key', {
    'auth-reads-keyless': alsoAccepts((request, state) =>
      request.method === 'GET' ? state.stores[0] : undefined,
    ),
  }),
  ...mutantsOf('R-7-12', 'auth/reads-need-a-key', {
    'auth-list-keyless': openTo('listAgents', keyless),
    'auth-401-as-400-list': onStatus('listAgents', 401, 400),
  }),
  ...mutantsOf('R-7-07', 'auth/writes-need-a-key', {
    'auth-create-keyless': openTo('createAgent', keyless),
    'auth-401-as-404-create': onStatus('createAgent', 401, 404),
  }),
  ...mutantsOf('R-7-02', 'auth/writes-need-a-key', {
    'auth-chat-keyless': openTo('streamAgentChat', keyless),
    'auth-401-as-500-chat': onStatus('streamAgentChat', 401, 500),
  }),
  ...mutantsOf('R-7-10', 'auth/reads-need-a-key', {
    'auth-widget-keyless': openTo('getWidgetConfig', keyless),
    'auth-401-as-403-widget': onStatus('getWidgetConfig', 401, 403),
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
    'auth-empty-bearer': alsoAccepts((request, state) =>
      request.headers.authorization?.trim().toLowerCase() === 'bearer' ? state.stores[0] : undefined,
    ),
    'auth-401-as-403': (base) => onErrorResponses([401], () => base.errorResponse(403, 'forbidden'))(base),
  }),
  ...mutantsOf('R-5-03', 'auth/every-near-miss', {
    'auth-body-without-prefix': matching((sent, key) => sent === key.slice(4)),
    'auth-any-prefix': matching((sent, key) => sent.endsWith(key.slice(4))),
  }),
  ...mutantsOf('R-5-15', 'auth/every-near-miss', {
    'auth-bare-key': alsoAccepts((request, state) => storeOfKey(request.headers.authorization, state)),
    'auth-basic': alsoAccepts(basicAccepted),
    'auth-basic-with-key': schemeAccepted('basic'),
    'auth-token-scheme': schemeAccepted('[a-z]+'),
  }),
  ...mutantsOf('R-5-02', 'auth/key-is-accepted', {
    'auth-valid-key-rejected-by-widget': ({ identify }) => ({
      identify: (request, state) =>
        request.path === '/api/widget/config' ? undefined : identify(request, state),
    }),
  }),
  ...mutantsOf('R-5-09', 'auth/key-is-accepted', {
    'auth-key-without-access-to-chat': (base) =>
      beforeOperation('streamAgentChat', () => base.errorResponse(403, 'not allowed for this key'))(base),
  }),
];
