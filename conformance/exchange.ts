import type { components } from '../generated/api.d.ts';

export type AgentCreate = components['schemas']['AgentCreate'];
export type AgentConfig = components['schemas']['AgentConfig'];
export type ChatRequest = components['schemas']['ChatRequest'];

export type StoreName = 'main' | 'second' | 'limited' | 'steady';

/** What is known of one store of the deployment under test. */
export interface StoreAccess {
  readonly key: string;
  readonly agentId?: string | undefined;
  readonly chatbotId?: string | undefined;
  /** An agent whose model fails, so that a message to it provokes the error event. */
  readonly failingAgentId?: string | undefined;
  /** The expected rate limit, in requests a minute. */
  readonly requestsPerMinute?: number | undefined;
  /** How many agents the store may hold, existing ones included. */
  readonly agentLimit?: number | undefined;
}

/** A deployment under test. It contains keys: never print it. */
export interface Target {
  /** The origin, without a trailing slash. */
  readonly baseUrl: string;
  /** Undefined where MCP is not offered. */
  readonly mcpUrl: string | undefined;
  /** The plain HTTP origin, which must reject requests. */
  readonly httpUrl: string;
  readonly stores: { readonly main: StoreAccess } & {
    readonly [name in StoreName]?: StoreAccess | undefined;
  };
  /** Silence after which a response times out. */
  readonly idleTimeoutMs: number;
  readonly readOnly: boolean;
  /** A Chromium, which opens a page with the embed script. */
  readonly browserPath?: string | undefined;
  /** PEM text of private certificate authorities. */
  readonly ca?: string | undefined;
  /** The file of `ca`, for `curl` lines. */
  readonly caFile?: string | undefined;
  readonly insecure: boolean;
}

/** What authorizes a request. `shell` is the same value for a `curl` line, without the key. */
export type Credential =
  | {
      readonly type: 'store';
      readonly store: StoreName;
      /** The name of the header as it is sent; default: `authorization`. */
      readonly header?: string;
    }
  | { readonly type: 'none' }
  | { readonly type: 'header'; readonly value: string; readonly shell: string };

export const mainStore: Credential = { type: 'store', store: 'main' };

/** A request before its URL and key are resolved. */
export interface ApiRequest {
  readonly method: string;
  /** Appended to the base URL, query included; an absolute URL is used as it is. */
  readonly path: string;
  /** Default: the key of the main store. */
  readonly credential?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  /** True where the key is sent after `headers`. */
  readonly keyLast?: boolean;
  /** Sent as JSON, with its media type unless `headers` set one. */
  readonly json?: unknown;
  /** Sent as it is, to the byte; `headers` set its media type. */
  readonly body?: string | Uint8Array;
  /** True in limit checks: bypasses the rate limit queue, so that a 429 is returned at once. */
  readonly raw?: boolean;
  /** Default: the target's idle timeout. */
  readonly idleTimeoutMs?: number;
  /** Requests with the same name share one connection, which no other request uses. */
  readonly connection?: string;
  /** Sends the body chunked, without its length, in chunks of this many bytes. */
  readonly chunkBytes?: number;
}

/**
 * How a body ended: in full, by a reset, by the idle timeout, over the limit of size or duration, or with a terminal
 * event after which the connection stayed open.
 */
export type Ending = 'complete' | 'truncated' | 'timed out' | 'endless' | 'kept open';

/** A request and its response. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly url: string;
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
  readonly ending: Ending;
  /** Whether a fault of the connection came before it, so that the target may have processed the request twice. */
  readonly isResent?: true;
  /** The 5xx of a first attempt, after which the valid request was sent again. */
  readonly firstStatus?: number;
  /** Of an event stream: whether an event arrived before the piece with the terminal one. */
  readonly isStreamed?: boolean;
  /** Position in the order of sending, from 1. */
  readonly sequence: number;
  /** When it was sent, by the suite's clock in Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** The store whose key is sent (default: main), and whether the rate limit queue is bypassed. */
export interface SendOptions extends Pick<ApiRequest, 'raw'> {
  readonly store?: StoreName;
}

/** Valid requests, one function an operation: the suite does not compile against a changed contract. */
export interface ContractClient {
  readonly listAgents: (options?: SendOptions) => Promise<Exchange>;
  readonly createAgent: (body: AgentCreate, options?: SendOptions) => Promise<Exchange>;
  readonly streamAgentChat: (body: ChatRequest, options?: SendOptions) => Promise<Exchange>;
  readonly getWidgetConfig: (chatbotId: string, options?: SendOptions) => Promise<Exchange>;
}

/** Sends requests within the budget and the rate limit, and records each exchange. */
export interface Client {
  readonly contract: ContractClient;
  /** Sends any request, also an invalid one. Throws NoResponse without a response and BudgetSpent without budget. */
  readonly send: (request: ApiRequest) => Promise<Exchange>;
  /** The same transport as standard `fetch`, for the MCP client. */
  readonly fetch: typeof fetch;
  /** What the check may still spend. */
  readonly left: () => { readonly requests: number; readonly messages: number; readonly agents: number };
}

/** No response: connection rejected, reset before a status line, or timed out. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly request: ApiRequest;
  readonly url: string;
  /** The system's code, such as ECONNREFUSED, or `timeout`. */
  readonly code: string;

  constructor(request: ApiRequest, url: string, code: string) {
    super(`no response (${code})`);
    this.request = request;
    this.url = url;
    this.code = code;
  }
}

/** The budget of requests, messages or agents is spent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The body that a request sends. */
export function bodyOf({ json, body }: ApiRequest): string | Uint8Array | undefined {
  return json === undefined ? body : JSON.stringify(json);
}

/** Whether a response is a success. */
export function isAccepted({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** The value of a JSON text, undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a JSON value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the content-type is application/json, or a type with the suffix +json. */
export function isJson({ headers }: Exchange): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}
