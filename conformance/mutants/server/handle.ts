import type {
  Call,
  Deployment,
  HttpRequest,
  HttpResponse,
  OperationName,
  ServerState,
} from './deployment.ts';
import { UnhandledFault } from './read-json.ts';

const routes: Readonly<Record<string, OperationName>> = {
  'GET /api/agents': 'listAgents',
  'POST /api/agents': 'createAgent',
  'POST /api/agents/chat/stream': 'streamAgentChat',
  'GET /api/widget/config': 'getWidgetConfig',
};

/** The operation that a request names, or undefined. */
export function operationOf({ method, path }: HttpRequest): OperationName | undefined {
  return routes[`${method} ${path}`];
}

function handleCall(call: Call): HttpResponse {
  const { deployment, state } = call;
  const waitMs = deployment.counts(call) ? deployment.admit(call) : undefined;
  if (waitMs === undefined) return deployment.operations[call.operation](call);
  const after = deployment.retryAfter(waitMs, state.now());
  return deployment.errorResponse(
    429,
    'too many requests',
    after === undefined ? {} : { 'retry-after': after },
  );
}

async function handleApi(
  deployment: Deployment,
  request: HttpRequest,
  state: ServerState,
): Promise<HttpResponse> {
  const { errorResponse, finish } = deployment;
  const store = deployment.identify(request, state);
  if (store === undefined)
    return finish(errorResponse(401, 'the API key is missing or unknown'), request, undefined);
  const operation = operationOf(request);
  if (operation === undefined) return finish(errorResponse(404, 'not found'), request, undefined);
  try {
    const body = request.method === 'POST' ? deployment.readJson(request) : undefined;
    const call: Call = { deployment, state, store, request, operation, body };
    const { around = (_call, respond) => respond() } = deployment;
    return finish(await around(call, () => handleCall(call)), request, call);
  } catch (error) {
    if (error instanceof UnhandledFault) return finish(errorResponse(500, error.message), request, undefined);
    throw error;
  }
}

/** The deployment's response to a request over HTTPS. */
export async function handle(
  deployment: Deployment,
  request: HttpRequest,
  state: ServerState,
): Promise<HttpResponse> {
  if (request.path === deployment.embedPath) return deployment.embed(request, state);
  if (request.path === deployment.mcpPath) {
    const store = deployment.identifyMcp(request, state);
    return store === undefined ? deployment.rejectMcp() : deployment.mcp(deployment, request, store);
  }
  if (!request.path.startsWith('/api/')) return deployment.errorResponse(404, 'not found');
  return handleApi(deployment, request, state);
}
