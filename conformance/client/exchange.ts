import type { ContractClient } from './contract-client.ts';

/** Whose key is sent, or what in its place. `shell` is the same value for a `curl` line, free of secrets. */
export type Credential =
  | { readonly type: 'store'; readonly store: StoreName }
  | { readonly type: 'none' }
  | { readonly type: 'header'; readonly value: string; readonly shell: string };

export type StoreName = 'main' | 'second' | 'limited';

/** A request before it has an address and a key. */
export interface ApiRequest {
  readonly method: string;
  /** Appended to the base URL, query included; an absolute URL is taken as it is. */
  readonly path: string;
  /** Without it the key of the main store. */
  readonly credential?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with its media type unless `headers` name one. */
  readonly json?: unknown;
  /** Sent byte by byte; `headers` name its media type. */
  readonly body?: string | Uint8Array;
  /** True in limit checks: a 429 is handed back at once, and the limiter's turn-taking is left out. */
  readonly raw?: boolean;
  /** Silence after which the answer counts as hanging; the target's idle timeout unless told. */
  readonly idleTimeoutMs?: number;
}

/** How a body ended: in full, reset before its end, by silence beyond the idle timeout, or never while watched. */
export type Ending = 'complete' | 'cut' | 'silent' | 'endless';

/** A request and its answer, with all that a report needs. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly url: string;
  readonly status: number;
  /** Names in lower case; repeated fields joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
  readonly ending: Ending;
  /** Its place in the order of sending, from 1. */
  readonly place: number;
  /** When it was sent, by the suite's clock, and how long it took; milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Sends requests: within the budget, waiting out the rate limit, and keeping each exchange for the report. */
export interface Client {
  /** Requests that the contract allows, typed by it. */
  readonly contract: ContractClient;
  /** Any request, the deliberately broken ones above all. Throws NoAnswer when there is no response at all, BudgetSpent when no request is left. */
  readonly send: (request: ApiRequest) => Promise<Exchange>;
  /** The same transport behind the standard interface, for other clients such as that of MCP. */
  readonly fetch: typeof fetch;
}

/** The target did not answer: refused, reset before a status line, or silent. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly request: ApiRequest;
  readonly url: string;
  /** The system's code, such as ECONNREFUSED, or `timeout`. */
  readonly code: string;

  constructor(request: ApiRequest, url: string, code: string) {
    super(`no answer (${code})`);
    this.request = request;
    this.url = url;
    this.code = code;
  }
}

/** The budget of requests, messages or agents is spent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}
