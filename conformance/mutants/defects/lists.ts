import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Call, Change, JsonObject, Store } from '../server/deployment.ts';
import { onList, onSuccess } from './changes.ts';

const staleMs = 1000;

interface CachedList {
  readonly agents: readonly JsonObject[];
  readonly at: number;
}

/** A list that each store's readers see for a second, whatever was created since. */
function cached(): Change {
  const lists = new WeakMap<Store, CachedList>();
  return onList((agents, { store, state }: Call) => {
    const last = lists.get(store);
    if (last !== undefined && state.now() - last.at < staleMs) return last.agents;
    lists.set(store, { agents, at: state.now() });
    return agents;
  });
}

function page(length: number): Change {
  return onList((agents) => agents.slice(0, length));
}

/** Lists that are late, or one page of several, or of a store without agents. */
export const listMutants: readonly Mutant[] = [
  ...mutantsWith({ setup: { main: { seededAgents: 0 } } }, 'R-4.2-01', 'agents/create-and-list', {
    'list-null-without-agents': onSuccess('listAgents', (body, { store }) =>
      store.agents.length === 0 ? { agents: null } : body,
    ),
  }),
  ...mutantsOf('R-4.2-02', 'agents/list-after-create', {
    'list-of-a-replica-one-second-late': onList((agents, { state }) =>
      agents.filter((agent) => Date.parse(String(agent['created_at'])) <= state.now() - staleMs),
    ),
    'list-cached-for-a-second': cached(),
  }),
  ...mutantsOf('R-4.2-02', 'agents/list-of-many', {
    'list-page-of-20': page(20),
    'list-page-of-50': page(50),
    'list-page-of-100': page(100),
    'list-page-of-the-newest-100': onList((agents) => agents.slice(-100)),
  }),
];
