import type { IncomingHttpHeaders } from 'node:http';

export type OperationName = 'listAgents' | 'createAgent' | 'streamAgentChat' | 'getWidgetConfig';
export type JsonObject = Readonly<Record<string, unknown>>;

/** A request as the server read it, the body still in bytes. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
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
  /** When requests were admitted, in milliseconds, oldest first. */
  readonly admissions: number[];
}

/** All that lives while one server runs. `now` is the clock that a harness may advance. */
export interface World {
  readonly stores: readonly Store[];
  readonly now: () => number;
  /** Counts from 1, for one kind of thing. */
  readonly count: (kind: string) => number;
}

/** One authenticated request on its way to an operation. */
export interface Call {
  readonly deployment: Deployment;
  readonly world: World;
  readonly operation: OperationName;
  readonly store: Store;
  readonly incoming: Incoming;
  /** The parsed JSON body; undefined for a GET. */
  readonly body: unknown;
}

/** One message to an agent, and the conversation that it belongs to. */
export interface Turn {
  readonly call: Call;
  readonly agent: JsonObject;
  readonly conversation: Conversation;
  readonly message: string;
}

/** A step of a streamed body. A hang leaves the connection open and silent; a cut resets it. */
export type Frame =
  | { readonly type: 'bytes'; readonly bytes: string | Buffer }
  | { readonly type: 'hang' }
  | { readonly type: 'cut' };

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly Frame[];
}

/** What a plain HTTP port does: nothing listens to HTTP, one fixed reply, or (a defect) it serves. */
export type PlainHttp =
  | { readonly type: 'not-http' }
  | { readonly type: 'answer'; readonly reply: (path: string, securePort: number) => Reply }
  | { readonly type: 'serve' };

/** A server as a set of replaceable parts: a conforming one, or one with a part broken by a mutant. */
export interface Deployment {
  readonly name: string;
  readonly plainHttp: PlainHttp;
  /** The path of the MCP endpoint; undefined where it is not offered. */
  readonly mcpPath: string | undefined;
  readonly mcpToolNames: readonly string[];
  readonly embedPath: string;
  /** Whose key a request carries. */
  readonly identify: (incoming: Incoming, world: World) => Store | undefined;
  readonly identifyMcp: (incoming: Incoming, world: World) => Store | undefined;
  readonly refuseMcp: () => Reply;
  readonly mcp: (deployment: Deployment, incoming: Incoming, store: Store) => Reply | Promise<Reply>;
  /** Whether the rate limit counts this request. */
  readonly counts: (call: Call) => boolean;
  /** Undefined when admitted, else the milliseconds until the next admission. */
  readonly admit: (call: Call) => number | undefined;
  readonly retryAfter: (waitMs: number, now: number) => string | undefined;
  /** The rule that a body breaks, or undefined. */
  readonly problemOfCreate: (body: unknown) => string | undefined;
  readonly problemOfChat: (body: unknown) => string | undefined;
  readonly newId: (kind: 'agent' | 'conversation', count: number) => string;
  readonly timestamp: (milliseconds: number) => string;
  readonly newAgent: (input: JsonObject, call: Call) => JsonObject;
  readonly showCreated: (agent: JsonObject, call: Call) => JsonObject;
  readonly showListed: (agents: readonly JsonObject[], call: Call) => readonly JsonObject[];
  readonly showChatbot: (chatbot: JsonObject, call: Call) => JsonObject;
  readonly findAgent: (id: unknown, call: Call) => JsonObject | undefined;
  readonly findChatbot: (id: string, call: Call) => JsonObject | undefined;
  /** The conversation to go on with or a new one; undefined refuses with 404. */
  readonly findConversation: (id: unknown, agent: JsonObject, call: Call) => Conversation | undefined;
  readonly eventsOf: (turn: Turn) => readonly JsonObject[];
  readonly encodeEvent: (event: JsonObject, index: number) => string | Buffer;
  readonly framesOf: (events: readonly JsonObject[], turn: Turn) => readonly Frame[];
  readonly operations: Readonly<Record<OperationName, (call: Call) => Reply>>;
  readonly embed: (incoming: Incoming, world: World) => Reply;
  readonly refuse: (status: number, message: string, headers?: Readonly<Record<string, string>>) => Reply;
  /** The last hand on every reply under /api. `call` is undefined before a key was accepted. */
  readonly finish: (reply: Reply, incoming: Incoming, call: Call | undefined) => Reply;
}

/** What a mutant or a variant replaces, given what it replaces. */
export type Change = (base: Deployment) => Partial<Deployment>;
