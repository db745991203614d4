import type { Call, Deployment, Incoming, OperationName, Reply, Store, World } from './deployment.ts';

interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationName;
}

const routes: readonly Route[] = [
  { path: '/api/agents', method: 'GET', operation: 'listAgents' },
  { path: '/api/agents', method: 'POST', operation: 'createAgent' },
  { path: '/api/agents/chat/stream', method: 'POST', operation: 'streamAgentChat' },
  { path: '/api/widget/config', method: 'GET', operation: 'getWidgetConfig' },
];

/** JSON that cannot be parsed is undefined, which no rule accepts. */
function parsedBody(incoming: Incoming): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(incoming.body));
  } catch {
    return undefined;
  }
}

function answerCall(call: Call): Reply {
  const { deployment, world } = call;
  const wait = deployment.counts(call) ? deployment.admit(call) : undefined;
  if (wait !== undefined) {
    const after = deployment.retryAfter(wait, world.now());
    return deployment.refuse(429, 'too many requests', after === undefined ? {} : { 'retry-after': after });
  }
  return deployment.operations[call.operation](call);
}

function answerApi(deployment: Deployment, incoming: Incoming, world: World): Reply {
  const store: Store | undefined = deployment.identify(incoming, world);
  const route = routes.find(({ path, method }) => path === incoming.path && method === incoming.method);
  const call: Call | undefined =
    store === undefined || route === undefined
      ? undefined
      : { deployment, world, store, incoming, operation: route.operation, body: parsedBody(incoming) };
  return deployment.finish(replyTo(deployment, store, call), incoming, call);
}

function replyTo(deployment: Deployment, store: Store | undefined, call: Call | undefined): Reply {
  if (store === undefined) return deployment.refuse(401, 'the API key is missing or unknown');
  return call === undefined ? deployment.refuse(404, 'there is nothing here') : answerCall(call);
}

/** What the deployment answers to a request that came over HTTPS. */
export async function handle(deployment: Deployment, incoming: Incoming, world: World): Promise<Reply> {
  if (incoming.path === deployment.embedPath) return deployment.embed(incoming, world);
  if (incoming.path === deployment.mcpPath) {
    const store = deployment.identifyMcp(incoming, world);
    return store === undefined ? deployment.refuseMcp() : deployment.mcp(deployment, incoming, store);
  }
  if (!incoming.path.startsWith('/api/')) return deployment.refuse(404, 'there is nothing here');
  return answerApi(deployment, incoming, world);
}
