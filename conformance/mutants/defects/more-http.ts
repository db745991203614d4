import { mutantsOf, type Mutant } from '../mutant.ts';
import type {
  Change,
  Deployment,
  HttpRequest,
  HttpResponse,
  JsonObject,
  OperationName,
  Store,
} from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { bytes, isObject, textResponse } from '../server/responses.ts';
import { onErrorResponses, onOperation, onSuccess } from './changes.ts';
import { overlap } from '../server/overlap.ts';

// ---- Requests at once

/** A validator that keeps its errors in itself, which are read after an await. */
const sharedErrorsOfCreates: Change = (base) => {
  let errors: string | undefined;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'createAgent') return respond();
      errors = base.validateCreate(call.body);
      await overlap();
      return respond();
    },
    // Without a config there is nothing to store.
    validateCreate: (body) =>
      isObject(body) && isObject(body['config']) ? errors : base.validateCreate(body),
  };
};

const sharedErrorsOfMessages: Change = (base) => {
  let errors: string | undefined;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'streamAgentChat') return respond();
      errors = base.validateChat(call.body);
      await overlap();
      return respond();
    },
    validateChat: (body) => (isObject(body) && 'message' in body ? errors : base.validateChat(body)),
  };
};

/** The list's cache is invalidated before a create's insert, and not after it. */
const listCachedBesideCreates: Change = () => {
  const cache = new Map<Store, HttpResponse>();
  return {
    around: async (call, respond) => {
      if (call.operation === 'createAgent') {
        cache.delete(call.store);
        await overlap();
        return respond();
      }
      const response = respond();
      if (call.operation !== 'listAgents' || response.status !== 200) return response;
      const cached = cache.get(call.store) ?? response;
      cache.set(call.store, cached);
      return cached;
    },
  };
};

/** A list that is requested while another is read from the database gets the other's result. */
const listJoinsEarlierRead: Change = () => {
  const reads = new Map<Store, Promise<HttpResponse>>();
  const read = async (store: Store, response: HttpResponse): Promise<HttpResponse> => {
    await overlap();
    reads.delete(store);
    return response;
  };
  return {
    around: async (call, respond) => {
      const { operation, state, store } = call;
      if (operation === 'createAgent') await overlap((state.nextNumber('slow create') % 4) * 10);
      if (operation !== 'listAgents') return respond();
      const joined = reads.get(store) ?? read(store, respond());
      reads.set(store, joined);
      return joined;
    },
  };
};

// ---- Languages

function firstLanguage({ headers }: HttpRequest): string | undefined {
  return headers['accept-language']?.split(',')[0]?.split(';')[0]?.trim();
}

const isForeign = (language: string | undefined): boolean =>
  language !== undefined && !/^(?:en\b|\*)/i.test(language);

const textWithoutTranslation = onSuccess('getWidgetConfig', (body, { request }) =>
  isForeign(firstLanguage(request))
    ? { ...body, config: { ...(body['config'] as JsonObject), welcome_message: null } }
    : body,
);

/** The colours of a theme by the country of the language. */
const themeOfLanguage = onSuccess('getWidgetConfig', (body, { request }) => {
  const config = body['config'] as JsonObject;
  if (!firstLanguage(request)?.startsWith('ja')) return body;
  return {
    ...body,
    config: { ...config, theme: { ...(config['theme'] as JsonObject), text_color: '#C00000' } },
  };
});

/** A formatter of dates throws for `*`, which is no language. */
const anyLanguageFails: Change = (base) =>
  onOperation('getWidgetConfig', (response, { request }) =>
    firstLanguage(request) === '*' ? base.errorResponse(500, 'invalid language tag') : response,
  )(base);

/** The error handler fails where a message has no translation. */
const errorWithoutTranslation: Change = (base) =>
  onErrorResponses([400, 404], (response, request) =>
    isForeign(firstLanguage(request)) ? base.errorResponse(500, 'no translation') : response,
  )(base);

// ---- Errors that quote what they reject

/** The value that a problem such as `config model_provider is not a provider` is about. */
function rejectedValue(problem: string, body: unknown): unknown {
  let value = body;
  for (const name of problem.split(' ')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) break;
    value = value[name];
  }
  return value;
}

/** Errors of a create quote the rejected value. */
function quoting(base: Deployment): Partial<Deployment> {
  return {
    validateCreate: (body) => {
      const problem = base.validateCreate(body);
      if (problem === undefined) return undefined;
      return `${problem}: ${String(JSON.stringify(rejectedValue(problem, body))).slice(0, 200)}`;
    },
  };
}

function textOf({ frames }: HttpResponse): string {
  return frames.map((frame) => (frame.type === 'bytes' ? String(frame.bytes) : '')).join('');
}

const lengthInCharacters: Change = (base) => ({
  ...quoting(base),
  errorResponse: (status, message, headers) => {
    const response = base.errorResponse(status, message, headers);
    const text = textOf(response);
    // What is beyond the announced length does not reach the client.
    const sent = Buffer.from(text).subarray(0, text.length);
    return {
      ...response,
      headers: { ...response.headers, 'content-length': String(text.length) },
      frames: [bytes(sent)],
    };
  },
});

const maxQuotedBytes = 90;

/** A message is truncated by bytes, within a character. */
const quoteEndsWithinCharacter: Change = (base) => ({
  ...quoting(base),
  errorResponse: (status, message, headers) => {
    const response = base.errorResponse(status, '@', headers);
    const shown = Buffer.from(JSON.stringify(message).slice(1, -1).replaceAll('\\', '/'));
    const [before = '', after = ''] = textOf(response).split('@');
    const truncated = shown.subarray(0, maxQuotedBytes);
    return {
      ...response,
      frames: [bytes(Buffer.concat([Buffer.from(before), truncated, Buffer.from(after)]))],
    };
  },
});

/** Messages of a chat quote the agent's id, in a text that is put together by hand. */
const errorByConcatenation: Change = (base) => ({
  operations: {
    ...base.operations,
    streamAgentChat: (call) => {
      const response = base.operations.streamAgentChat(call);
      if (response.status !== 404 || !isObject(call.body)) return response;
      const text = `{"error":"no agent ${String(call.body['agent_id'])}","status":404}`;
      return { ...response, frames: [bytes(text)] };
    },
  },
});

// ---- Encodings

const accepts = ({ headers }: HttpRequest, encoding: string): boolean =>
  (headers['accept-encoding'] ?? '').includes(encoding);

/** Names an encoding that the body does not have. */
function labelled(response: HttpResponse, encoding: string): HttpResponse {
  return { ...response, headers: { ...response.headers, 'content-encoding': encoding } };
}

const errorLabelledGzip = onErrorResponses([400, 403, 404], (response, request) =>
  accepts(request, 'gzip') ? labelled(response, 'gzip') : response,
);

const unauthorizedLabelledBrotli = onErrorResponses([401], (response, request) =>
  accepts(request, 'br') ? labelled(response, 'br') : response,
);

const listLabelledBrotli: Change = (base) => ({
  finish: (response, request, call) => {
    const finished = base.finish(response, request, call);
    const isList = operationOf(request) === 'listAgents' && finished.status === 200;
    return isList && accepts(request, 'br') ? labelled(finished, 'br') : finished;
  },
});

/** Large bodies are rejected by a page of the proxy. */
function bodiesGetPageBeyond(maxBytes: number): Change {
  return (base) => ({
    finish: (response, request, call) =>
      request.body.length > maxBytes
        ? textResponse(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')
        : base.finish(response, request, call),
  });
}

/** The page of a framework where it has no handler. */
function otherPathsGet(status: number, when: (path: string) => boolean): Change {
  return (base) => ({
    finish: (response, request, call) =>
      response.status === 404 && call === undefined && when(request.path)
        ? textResponse(status, 'text/html', `<pre>Cannot ${request.method} ${request.path}</pre>`)
        : base.finish(response, request, call),
  });
}

/** Searches the header that clients may leave out. */
function failsWithoutAccept(operation: OperationName): Change {
  return onOperation(operation, (response, { request, deployment }) =>
    request.headers.accept === undefined ? deployment.errorResponse(500, 'accept is undefined') : response,
  );
}

/** A worker reads its keys again, and has none meanwhile. */
const keysReadAgain: Change = (base) => {
  let creates = 0;
  return {
    identify: (request, state) => {
      const store = base.identify(request, state);
      if (store !== undefined && operationOf(request) === 'createAgent') creates += 1;
      return creates % 30 === 29 ? undefined : store;
    },
  };
};

/** Requests at once, and the headers and values of real clients. */
export const moreHttpMutants: readonly Mutant[] = [
  ...mutantsOf('R-7-06', 'agents/list-after-create', { 'errors-of-creates-shared': sharedErrorsOfCreates }),
  ...mutantsOf('R-7-01', 'agents/list-after-create', { 'errors-of-messages-shared': sharedErrorsOfMessages }),
  ...mutantsOf('R-4.2-02', 'agents/list-after-create', {
    'list-cached-beside-creates': listCachedBesideCreates,
  }),
  ...mutantsOf('R-4.2-02', 'responses/every-response', { 'list-joins-earlier-read': listJoinsEarlierRead }),
  ...mutantsOf('R-2.3-04', 'http/reads', { 'widget-text-without-translation': textWithoutTranslation }),
  ...mutantsOf('R-4.4-04', 'http/reads', {
    'widget-theme-of-language': themeOfLanguage,
    'widget-any-language-fails': anyLanguageFails,
  }),
  ...mutantsOf('R-7-06', 'errors/bodies', { 'error-without-translation': errorWithoutTranslation }),
  ...mutantsOf('R-7-13', 'agents/wrong-values', { 'error-length-in-characters': lengthInCharacters }),
  ...mutantsOf('R-1-07', 'responses/every-response', {
    'error-quote-ends-within-character': quoteEndsWithinCharacter,
    'large-bodies-get-a-page': bodiesGetPageBeyond(64 * 1024),
    'bodies-beyond-half-a-megabyte-get-a-page': bodiesGetPageBeyond(512 * 1024),
    'unknown-path-html': otherPathsGet(404, (path) => path === '/api/nothing'),
    'other-methods-html': otherPathsGet(405, (path) => path === '/api/agents'),
  }),
  ...mutantsOf('R-5-02', 'responses/every-response', { 'keys-read-again': keysReadAgain }),
  ...mutantsOf('R-7-13', 'errors/bodies', { 'error-by-concatenation': errorByConcatenation }),
  ...mutantsOf('R-1-07', 'errors/bodies', {
    'error-labelled-gzip': errorLabelledGzip,
    'unauthorized-labelled-brotli': unauthorizedLabelledBrotli,
  }),
  ...mutantsOf('R-4.2-06', 'http/reads', { 'list-without-accept-500': failsWithoutAccept('listAgents') }),
  ...mutantsOf('R-4.3-10', 'http/writes', { 'create-without-accept-500': failsWithoutAccept('createAgent') }),
  ...mutantsOf('R-1-07', 'http/reads', { 'list-labelled-brotli': listLabelledBrotli }),
];
