import { gzipSync } from 'node:zlib';
import type {
  Call,
  Change,
  Deployment,
  HttpRequest,
  HttpResponse,
  JsonObject,
  OperationName,
  Store,
} from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { bytes, isObject, jsonResponse, textOf, textResponse } from '../server/responses.ts';
import { onFinished, onOperation, rejectCalls } from './changes.ts';

/** Accepts what the base accepts, and more. */
export function alsoAccepts(more: Deployment['identify']): Change {
  return ({ identify }) => ({
    identify: (request, state) => identify(request, state) ?? more(request, state),
  });
}

/** Lets requests in that the base rejects, as the first store. */
export function opensTo(when: (request: HttpRequest) => boolean): Change {
  return alsoAccepts((request, state) => (when(request) ? state.stores[0] : undefined));
}

/** Accepts some invalid credentials on one operation. */
export function opensOperation(operation: OperationName, when: (request: HttpRequest) => boolean): Change {
  return opensTo((request) => operationOf(request) === operation && when(request));
}

export const isAnonymous = (request: HttpRequest): boolean => request.headers.authorization === undefined;

export const errorStatuses = [400, 401, 403, 404, 429];

/** A session of MCP, once it is begun, stands for the store that began it. */
export function sessionOfStore(isEnough: (hasKey: boolean) => boolean): Change {
  return (base) => {
    const begun = new Map<string, Store>();
    return {
      identifyMcp: (request, state) => {
        const own = base.identifyMcp(request, state);
        const session = begun.get(String(request.headers['mcp-session-id']));
        return isEnough(own !== undefined) ? (session ?? own) : own;
      },
      mcp: async (deployment, request, store) => {
        const response = await base.mcp(deployment, request, store);
        if (!request.body.includes('"initialize"')) return response;
        const id = `session-${begun.size}`;
        begun.set(id, store);
        return { ...response, headers: { ...response.headers, 'mcp-session-id': id } };
      },
    };
  };
}

/** Replaces the response to some requests, after authentication. */
export function respondTo(
  when: (request: HttpRequest) => boolean,
  respond: (response: HttpResponse, request: HttpRequest) => HttpResponse,
): Change {
  return onFinished((finished, request, call) =>
    call !== undefined && when(request) ? respond(finished, request) : finished,
  );
}

export const isList = (request: HttpRequest): boolean => operationOf(request) === 'listAgents';

export const isChat = (request: HttpRequest): boolean => operationOf(request) === 'streamAgentChat';

export function script(source: string, type = 'text/javascript'): Change {
  return () => ({ embed: () => textResponse(200, type, source) });
}

/** Caches responses by what `keyOf` returns; `isCached` says which. */
export function cache(
  keyOf: (request: HttpRequest) => string | undefined,
  isCached: (response: HttpResponse) => boolean,
): Change {
  return (base) => {
    const responses = new Map<string, HttpResponse>();
    return {
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        const key = keyOf(request);
        if (key === undefined) return finished;
        const cached = responses.get(key);
        if (cached !== undefined) return cached;
        if (isCached(finished)) responses.set(key, finished);
        return finished;
      },
    };
  };
}

export const widgetKey = (request: HttpRequest): string | undefined =>
  operationOf(request) === 'getWidgetConfig' ? (request.query.get('chatbot_id') ?? undefined) : undefined;

/** Responds with a server error to some chats. */
export function failsOnChat(when: (body: JsonObject) => boolean): Change {
  return rejectCalls('streamAgentChat', 500, ({ body }) => isObject(body) && when(body));
}

/** Whether a request has a JSON body. */
export function hasJson({ request }: Call): boolean {
  return /json/.test(request.headers['content-type'] ?? '');
}

/** Whether the store has as many agents as its plan allows. */
export function isFull({ store }: Call): boolean {
  return store.agents.length >= store.agentLimit;
}

// ---- Languages

export function firstLanguage({ headers }: HttpRequest): string | undefined {
  return headers['accept-language']?.split(',')[0]?.split(';')[0]?.trim();
}

export const isForeign = (language: string | undefined): boolean =>
  language !== undefined && !/^(?:en\b|\*)/i.test(language);

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
export function quoting(base: Deployment): Partial<Deployment> {
  return {
    validateCreate: (body) => {
      const problem = base.validateCreate(body);
      if (problem === undefined) return undefined;
      return `${problem}: ${String(JSON.stringify(rejectedValue(problem, body))).slice(0, 200)}`;
    },
  };
}

/** Searches the header that clients may leave out. */
export function failsWithoutAccept(operation: OperationName): Change {
  return onOperation(operation, (response, { request, deployment }) =>
    request.headers.accept === undefined ? deployment.errorResponse(500, 'accept is undefined') : response,
  );
}

export const asksForGzip = ({ headers }: HttpRequest): boolean =>
  /\bgzip\b/.test(headers['accept-encoding'] ?? '');

/** A compressed body, without a header that says so. */
export function gzipped(response: HttpResponse): HttpResponse {
  return { ...response, frames: [bytes(gzipSync(textOf(response)))] };
}

export function withHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Responds to one method of MCP in another way. */
export function mcpResponse(method: string, response: object): Change {
  return (base) => ({
    mcp: (deployment, request, store) => {
      const message: unknown = request.method === 'POST' ? JSON.parse(request.body.toString()) : undefined;
      if (!isObject(message) || message['method'] !== method) return base.mcp(deployment, request, store);
      return jsonResponse(200, { jsonrpc: '2.0', id: message['id'], ...response });
    },
  });
}

export const listOf = (schemas: object): Change =>
  mcpResponse('tools/list', { result: { tools: [{ name: 'list_agents', ...schemas }] } });

export const isUnstreamed = (body: unknown): boolean => isObject(body) && body['stream'] === false;
