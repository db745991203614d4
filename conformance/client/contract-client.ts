import createClient from 'openapi-fetch';
import type { components, operations, paths } from '../../generated/api.d.ts';
import type { ApiRequest, Client, Exchange, StoreName } from './exchange.ts';

export type AgentCreate = components['schemas']['AgentCreate'];
export type AgentConfig = components['schemas']['AgentConfig'];
export type ChatRequest = components['schemas']['ChatRequest'];

/** With whose key a request is sent, and whether a 429 is handed back at once; the main store's, and no. */
export interface Sending extends Pick<ApiRequest, 'raw'> {
  readonly store?: StoreName;
}

/** Well-formed requests, one function an operation: a contract that changes stops the suite from compiling. */
export interface ContractClient {
  readonly listAgents: (how?: Sending) => Promise<Exchange>;
  readonly createAgent: (body: AgentCreate, how?: Sending) => Promise<Exchange>;
  readonly streamAgentChat: (body: ChatRequest, how?: Sending) => Promise<Exchange>;
  readonly getWidgetConfig: (chatbotId: string, how?: Sending) => Promise<Exchange>;
}

/** Stands for the answer: the checks judge its bytes, so that there is nothing in here to be parsed. */
class Answered extends Response {
  readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    super(null, { status: 204 });
    this.exchange = exchange;
  }
}

async function exchangeOf(sent: Promise<{ readonly response: Response }>): Promise<Exchange> {
  const { response } = await sent;
  if (response instanceof Answered) return response.exchange;
  throw new Error('a response that did not come from the target');
}

/** The `fetch` of one request: within the run's budget and rate limit, with the key of a store. */
function fetchThrough(send: Client['send'], { store = 'main', ...rest }: Sending) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const exchange = await send({
      method: request.method,
      path: pathname + search,
      credential: { type: 'store', store },
      ...(body !== '' && { json: JSON.parse(body) as unknown }),
      ...rest,
    });
    return new Answered(exchange);
  };
}

/** The contract's operations over `send`, which throws what it throws. */
export function createContractClient(send: Client['send'], baseUrl: string): ContractClient {
  const api = createClient<paths>({ baseUrl });
  const through = (how: Sending = {}) => ({ fetch: fetchThrough(send, how) });
  const requests = {
    listAgents: (how) => exchangeOf(api.GET('/api/agents', through(how))),
    createAgent: (body, how) => exchangeOf(api.POST('/api/agents', { body, ...through(how) })),
    streamAgentChat: (body, how) =>
      exchangeOf(api.POST('/api/agents/chat/stream', { body, ...through(how) })),
    getWidgetConfig: (chatbot_id, how) =>
      exchangeOf(api.GET('/api/widget/config', { params: { query: { chatbot_id } }, ...through(how) })),
  } satisfies ContractClient;
  return requests satisfies Record<keyof operations, unknown>;
}
