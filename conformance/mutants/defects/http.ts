import { gzipSync } from 'node:zlib';
import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, HttpRequest, HttpResponse } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { bytes, textResponse } from '../server/responses.ts';

/** Replaces the response to some requests, after authentication. */
function respondTo(
  when: (request: HttpRequest) => boolean,
  respond: (response: HttpResponse, request: HttpRequest) => HttpResponse,
): Change {
  return (base) => ({
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      return call !== undefined && when(request) ? respond(finished, request) : finished;
    },
  });
}

function rejects(when: (request: HttpRequest) => boolean, status: number): Change {
  return (base) => respondTo(when, () => base.errorResponse(status, 'not accepted'))(base);
}

const isList = (request: HttpRequest): boolean => operationOf(request) === 'listAgents';
const isCreate = (request: HttpRequest): boolean => operationOf(request) === 'createAgent';
const isChat = (request: HttpRequest): boolean => operationOf(request) === 'streamAgentChat';
const typeOf = ({ headers }: HttpRequest): string => headers['content-type'] ?? '';
const isChunked = ({ headers }: HttpRequest): boolean => headers['transfer-encoding'] === 'chunked';

/** Reads another body than the one that was sent. */
function misreads(when: (request: HttpRequest) => boolean, read: (body: Buffer) => Buffer): Change {
  return (base) => ({
    readJson: (request) => base.readJson(when(request) ? { ...request, body: read(request.body) } : request),
  });
}

/** Accepts a header in one letter case only. */
function keyHeaderNamed(...names: readonly string[]): Change {
  return (base) => ({
    identify: (request, state) =>
      request.headerNames.some((name) => names.includes(name)) ? base.identify(request, state) : undefined,
  });
}

/** Keeps the first key of a connection for all of its requests. */
const keyOfConnection: Change = (base) => {
  const stores = new Map<number, ReturnType<typeof base.identify>>();
  return {
    identify: (request, state) => {
      const store = stores.get(request.connection) ?? base.identify(request, state);
      stores.set(request.connection, store);
      return store;
    },
  };
};

/** A connection that had an error of some status is rejected from then on. */
function remembersError(status: number): Change {
  return (base) => {
    const failed = new Set<number>();
    return {
      finish: (response, request, call) => {
        if (failed.has(request.connection) && response.status < 300)
          return base.errorResponse(400, 'bad stream');
        if (response.status === status) failed.add(request.connection);
        return base.finish(response, request, call);
      },
    };
  };
}

function withHeaders(headers: Readonly<Record<string, string>>) {
  return (response: HttpResponse): HttpResponse => ({
    ...response,
    headers: { ...response.headers, ...headers },
  });
}

/** A validator that changes do not change. */
const constantTag: Change = respondTo(isList, (response, { headers }) =>
  headers['if-none-match'] === '"agents"'
    ? { status: 304, headers: { etag: '"agents"' }, frames: [] }
    : withHeaders({ etag: '"agents"' })(response),
);

/** A validator of the first agent alone. */
const tagOfFirstAgent: Change = (base) => ({
  finish: (response, request, call) => {
    const etag = `"${String(call?.store.agents[0]?.['id'])}"`;
    const isKnown = isList(request) && request.headers['if-none-match'] === etag;
    if (isKnown) return { status: 304, headers: { etag }, frames: [] };
    const finished = base.finish(response, request, call);
    return isList(request) ? withHeaders({ etag })(finished) : finished;
  },
});

/** Serves a method without asking for a key. */
function openTo(...methods: readonly string[]): Change {
  return (base) => ({
    finish: (response, request, call) =>
      request.path === '/api/agents' && methods.includes(request.method)
        ? { status: 200, headers: { 'content-type': 'application/json' }, frames: [] }
        : base.finish(response, request, call),
  });
}

const asksForGzip = ({ headers }: HttpRequest): boolean => /gzip/.test(headers['accept-encoding'] ?? '');

/** Defects that requests of other clients than the suite's show: source 1, 4 and 5. */
export const httpMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.2-06', 'http/reads', {
    'http-accept-exact': rejects(
      (request) => isList(request) && request.headers.accept === 'application/json',
      406,
    ),
    'http-browser-to-html': respondTo(
      (request) => isList(request) && /text\/html/.test(request.headers.accept ?? ''),
      () => ({ status: 302, headers: { location: '/login' }, frames: [] }),
    ),
    'http-curl-blocked': rejects(({ headers }) => headers['user-agent']?.startsWith('curl') === true, 403),
    'http-scripts-blocked': rejects(({ headers }) => /python/.test(headers['user-agent'] ?? ''), 403),
    'http-close-fails': rejects(({ headers }) => headers.connection === 'close', 502),
    'http-language-unknown': rejects(({ headers }) => headers['accept-language'] === 'de', 406),
  }),
  ...mutantsOf('R-5-02', 'http/reads', {
    'http-key-header-lower-case': keyHeaderNamed('authorization'),
    'http-key-header-not-upper-case': keyHeaderNamed('authorization', 'Authorization'),
  }),
  ...mutantsOf('R-1-07', 'http/reads', {
    'http-html-for-browsers': respondTo(
      (request) => isList(request) && /text\/html/.test(request.headers.accept ?? ''),
      () => textResponse(200, 'text/html', '<h1>Agents</h1>'),
    ),
    'http-gzip-without-encoding': respondTo(
      (request) => isList(request) && asksForGzip(request),
      (response) => ({
        ...response,
        frames: response.frames.map((frame) =>
          frame.type === 'bytes' ? bytes(gzipSync(frame.bytes)) : frame,
        ),
      }),
    ),
    'http-gzip-named-only': respondTo(
      (request) => isList(request) && asksForGzip(request),
      (response) => ({
        ...withHeaders({ 'content-encoding': 'gzip' })(response),
        frames: response.frames.map((frame) =>
          frame.type === 'bytes' ? bytes(gzipSync(frame.bytes).subarray(0, 30)) : frame,
        ),
      }),
    ),
  }),
  ...mutantsOf('R-4.3-05', 'http/writes', {
    'http-charset-rejected': rejects((request) => isCreate(request) && /charset/.test(typeOf(request)), 415),
    'http-charset-upper-case-rejected': rejects(
      (request) => isCreate(request) && /UTF-8/.test(typeOf(request)),
      415,
    ),
    'http-media-type-case': rejects((request) => isCreate(request) && /JSON/.test(typeOf(request)), 415),
  }),
  ...mutantsOf('R-4.3-10', 'http/writes', {
    'http-expectation-failed': rejects(({ headers }) => headers.expect !== undefined, 417),
    'http-body-not-read-after-100': misreads(
      ({ headers }) => headers.expect !== undefined,
      () => Buffer.alloc(0),
    ),
    'http-length-required': rejects((request) => isCreate(request) && isChunked(request), 411),
    'http-first-chunk-only': misreads(isChunked, (body) => body.subarray(0, 5)),
    'http-content-type-lower-case': rejects(
      (request) => isCreate(request) && !request.headerNames.includes('content-type'),
      415,
    ),
    'http-accept-json-rejected': rejects(
      (request) => isCreate(request) && request.headers.accept === 'application/json',
      406,
    ),
  }),
  ...mutantsOf('R-2.1-04', 'http/writes', {
    'http-chunks-decoded-alone': misreads(isChunked, (body) => {
      const chunks = Array.from({ length: Math.ceil(body.length / 3) }, (_, index) =>
        body.subarray(index * 3, index * 3 + 3).toString(),
      );
      return Buffer.from(chunks.join(''));
    }),
    'http-charset-as-latin1': misreads(
      (request) => /charset=UTF-8/.test(typeOf(request)),
      (body) => Buffer.from(body.toString('latin1')),
    ),
  }),
  ...mutantsOf('R-4.1-16', 'http/writes', {
    'http-chat-charset-rejected': rejects(
      (request) => isChat(request) && /charset/.test(typeOf(request)),
      415,
    ),
    'http-chat-accept-rejected': rejects(
      (request) => isChat(request) && request.headers.accept === 'text/event-stream',
      406,
    ),
  }),
  ...mutantsOf('R-1-02', 'http/writes', {
    'http-chat-json-for-axios': respondTo(
      (request) => isChat(request) && request.headers.accept?.startsWith('application/json,') === true,
      () => textResponse(200, 'application/json', '{"reply":"Hello"}'),
    ),
    'http-chat-gzip-without-encoding': respondTo(
      (request) => isChat(request) && asksForGzip(request),
      (response) => ({
        ...response,
        frames: response.frames.map((frame) =>
          frame.type === 'bytes' ? bytes(gzipSync(frame.bytes)) : frame,
        ),
      }),
    ),
  }),
  ...mutantsOf('R-5-06', 'http/one-connection', { 'http-key-of-connection': keyOfConnection }),
  ...mutantsOf('R-4.2-06', 'http/one-connection', {
    'http-error-of-connection-401': remembersError(401),
    'http-error-of-connection-400': remembersError(400),
  }),
  ...mutantsOf('R-5-01', 'http/other-methods', {
    'http-head-without-key': openTo('HEAD'),
    'http-delete-without-key': openTo('DELETE'),
    'http-put-without-key': openTo('PUT', 'PATCH'),
  }),
  ...mutantsOf('R-4.2-02', 'http/cached-list', {
    'http-tag-constant': constantTag,
    'http-tag-of-first-agent': tagOfFirstAgent,
  }),
];
