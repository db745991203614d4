import type { IncomingHttpHeaders } from 'node:http';

export type OperationName = 'listAgents' | 'createAgent' | 'streamAgentChat' | 'getWidgetConfig';
export type JsonObject = Readonly<Record<string, unknown>>;

/** A request with its body still in bytes. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The names of the headers as they were sent. */
  readonly headerNames: readonly string[];
  readonly body: Buffer;
  /** A number of its connection. */
  readonly connection: number;
}

/**
 * A step of a response body. A hang leaves the connection open and idle, a reset destroys it, a pause lets others in, or
 * takes its milliseconds.
 */
export type Frame =
  | { readonly type: 'bytes'; readonly bytes: string | Buffer }
  | { readonly type: 'hang' }
  | { readonly type: 'pause'; readonly milliseconds?: number }
  | { readonly type: 'reset' };

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly Frame[];
  /** Called when the connection of the response ends, with whether the client has all of it. */
  readonly closed?: (isComplete: boolean) => void;
}

export interface Conversation {
  readonly id: string;
  readonly agentId: string;
  readonly messages: string[];
}

/** One tenant and everything it owns, in memory. */
export interface Store {
  readonly name: string;
  readonly key: string;
  readonly requestsPerMinute: number;
  readonly agentLimit: number;
  readonly agents: JsonObject[];
  readonly chatbots: JsonObject[];
  readonly conversations: Map<string, Conversation>;
  /** Times of admitted requests in milliseconds, oldest first. */
  readonly admissions: number[];
}

/** Everything that one server holds. */
export interface ServerState {
  readonly stores: readonly Store[];
  /** The server's clock in milliseconds. */
  readonly now: () => number;
  /** A counter for each kind, from 1. */
  readonly nextNumber: (kind: string) => number;
}

/** An authenticated request for an operation. */
export interface Call {
  readonly deployment: Deployment;
  readonly state: ServerState;
  readonly operation: OperationName;
  readonly store: Store;
  readonly request: HttpRequest;
  /** The parsed JSON body; undefined for a GET and for invalid JSON. */
  readonly body: unknown;
}

/** One message to an agent, and its conversation. */
export interface Turn {
  readonly call: Call;
  readonly agent: JsonObject;
  readonly conversation: Conversation;
  readonly message: string;
}

/** The plain HTTP port: TLS only, one fixed response, or (a defect) the API, or what `only` has of it. */
type PlainHttp =
  | { readonly type: 'tls-only' }
  | { readonly type: 'fixed'; readonly respond: (path: string, securePort: number) => HttpResponse }
  | {
      readonly type: 'serve';
      readonly only?: (
        method: string,
        path: string,
        headers: IncomingHttpHeaders,
        /** A number of its connection. */
        connection: number,
      ) => boolean;
    };

/** A server as a set of replaceable parts. A mutant breaks one of them. */
export interface Deployment {
  readonly name: string;
  /** The address that it listens at; default: 127.0.0.1. */
  readonly host?: '127.0.0.1' | '::1';
  /** True where a response ends with its connection, without a length and without chunks, as in HTTP/1.0. */
  readonly endsByClosing?: true;
  readonly plainHttp: PlainHttp;
  /** The path of the MCP endpoint; undefined where it is not offered. */
  readonly mcpPath: string | undefined;
  readonly mcpToolNames: readonly string[];
  readonly embedPath: string;
  /** The store whose key a request carries; undefined rejects the request. */
  readonly identify: (request: HttpRequest, state: ServerState) => Store | undefined;
  readonly identifyMcp: (request: HttpRequest, state: ServerState) => Store | undefined;
  readonly rejectMcp: () => HttpResponse;
  readonly mcp: (
    deployment: Deployment,
    request: HttpRequest,
    store: Store,
  ) => HttpResponse | Promise<HttpResponse>;
  /** Runs around each authenticated call, and may take its time; without it a call is one synchronous step. */
  readonly around?: (call: Call, respond: () => HttpResponse) => HttpResponse | Promise<HttpResponse>;
  /** The parsed body; undefined for invalid JSON, which no validation accepts. Throws UnhandledFault for a 500. */
  readonly readJson: (request: HttpRequest) => unknown;
  /** Whether a request counts towards the rate limit. */
  readonly counts: (call: Call) => boolean;
  /** Undefined when admitted, otherwise milliseconds until the next admission. */
  readonly admit: (call: Call) => number | undefined;
  readonly retryAfter: (waitMs: number, now: number) => string | undefined;
  /** The problem of a request body, or undefined when it is valid. */
  readonly validateCreate: (body: unknown) => string | undefined;
  readonly validateChat: (body: unknown) => string | undefined;
  readonly newId: (kind: 'agent' | 'conversation', count: number) => string;
  readonly timestamp: (milliseconds: number) => string;
  readonly newAgent: (input: JsonObject, call: Call) => JsonObject;
  readonly showCreated: (agent: JsonObject, call: Call) => JsonObject;
  readonly showListed: (agents: readonly JsonObject[], call: Call) => readonly JsonObject[];
  readonly showChatbot: (chatbot: JsonObject, call: Call) => JsonObject;
  readonly findAgent: (id: unknown, call: Call) => JsonObject | undefined;
  readonly findChatbot: (id: string, call: Call) => JsonObject | undefined;
  /** The conversation to continue, or a new one; undefined is a 404. */
  readonly findConversation: (id: unknown, agent: JsonObject, call: Call) => Conversation | undefined;
  readonly eventsOf: (turn: Turn) => readonly JsonObject[];
  /** The events of a reply whose model fails. */
  readonly eventsOfFailure: (turn: Turn) => readonly JsonObject[];
  readonly encodeEvent: (event: JsonObject, index: number) => string | Buffer;
  readonly framesOf: (events: readonly JsonObject[], turn: Turn) => readonly Frame[];
  readonly operations: Readonly<Record<OperationName, (call: Call) => HttpResponse>>;
  readonly embed: (request: HttpRequest, state: ServerState) => HttpResponse;
  readonly errorResponse: (
    status: number,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ) => HttpResponse;
  /** Last step of every response under /api. `call` is undefined before authentication and for unknown routes. */
  readonly finish: (response: HttpResponse, request: HttpRequest, call: Call | undefined) => HttpResponse;
}

/** What a mutant or a variant replaces, computed from its base. */
export type Change = (base: Deployment) => Partial<Deployment>;
