import { createAgent } from '../../services/agents/create-agent.ts';
import { runOnce } from '../../services/idempotency/run-once.ts';
import type { Handler } from '../handler.ts';

export const createAgentHandler: Handler<'createAgent'> = async (deps, { store, body, request }) => {
  const key = request.get('Idempotency-Key');
  const once = { storeId: store.id, operation: 'createAgent', key, body };
  return { status: 201, body: await runOnce(deps, once, () => createAgent(deps, store, body)) };
};
