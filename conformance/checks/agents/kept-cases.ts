import type { CaseBreach, CheckContext } from '../../check.ts';
import type { AgentCreate } from '../../client/contract-client.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Agent } from './agent-fields.ts';
import { createdAgent, isAccepted, sendCreate } from './create.ts';
import { judgeCreated } from './judge-created.ts';
import { judgeListWith } from './judge-list.ts';

/** Sends creates whose values have to come back, and remembers the agents for the list. */
export interface KeptCases {
  /** The breaches of an accepted create; undefined where it was refused. */
  readonly judge: (body: AgentCreate) => Promise<readonly CaseBreach[] | undefined>;
  /** Holds every agent created so far against the list. */
  readonly judgeInList: () => Promise<void>;
}

export function keptCases(context: CheckContext): KeptCases {
  const created: Agent[] = [];
  const remember = (exchange: Exchange): void => {
    const agent = createdAgent(exchange);
    if (agent !== undefined) created.push(agent);
  };
  return {
    judge: async (body) => {
      const exchange = await sendCreate(context, body);
      if (!isAccepted(exchange)) return undefined;
      remember(exchange);
      return judgeCreated(exchange);
    },
    judgeInList: async () => {
      const exchange = await judgeListWith(context, created);
      const ids = created.map(({ id }) => id);
      const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
      if (repeated === undefined) return;
      const actual = `several agents with id ${JSON.stringify(repeated)}`;
      context.breach({ requirement: 'R-2.1-01', expected: 'ids that are unique', actual }, exchange);
    },
  };
}
