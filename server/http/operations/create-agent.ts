import { createAgent } from '../../services/agents/create-agent.ts';
import type { Handler } from '../handler.ts';

export const createAgentHandler: Handler<'createAgent'> = async (deps, { store, body }) => ({
  status: 201,
  body: await createAgent(deps, store, body),
});
