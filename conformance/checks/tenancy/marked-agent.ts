import { Untested, type CheckContext } from '../../check.ts';
import { isObject, type AgentCreate, type Exchange } from '../../exchange.ts';
import { untestedIfFull } from '../fixtures.ts';

/** An agent of the main store whose texts have a word that occurs nowhere else. */
export interface MarkedAgent {
  readonly id: string;
  readonly marker: string;
  readonly body: AgentCreate;
}

/** Creates a marked agent. Throws Untested where none can be created. */
export async function createMarkedAgent({ client, fixtures, seed }: CheckContext): Promise<MarkedAgent> {
  const marker = `qz${Math.abs(seed).toString(36)}wv`;
  const create = await fixtures.acceptedCreate();
  const body = {
    ...create,
    name: `Agent ${marker}`,
    config: { ...create.config, system_prompt: `Be kind. ${marker}` },
  };
  const { json } = untestedIfFull(await client.contract.createAgent(body));
  const id = isObject(json) ? json['id'] : undefined;
  if (typeof id !== 'string') throw new Untested('no agent could be created for the comparison');
  return { id, marker, body };
}

/** Reports a response to another store that has the marker. */
export function reportMarker(context: CheckContext, exchange: Exchange, { marker }: MarkedAgent): void {
  if (!exchange.text.includes(marker)) return;
  const expected = "a response to another store without a text of the main store's agent";
  const actual = `status ${exchange.status} with the word ${marker} of its name and system prompt`;
  context.report({ requirement: 'R-5-14', expected, actual }, exchange);
}
