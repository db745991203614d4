import { type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { Select } from './fields.tsx';

/** The agents of the store, disabled ones included. */
export function useAgents(store: Store) {
  return useRead(['agents', store.id], 'listDashboardAgents', { path: { store_id: store.id } });
}

interface AgentFilterProps {
  readonly store: Store;
  readonly value: string | undefined;
  onChange(id: string): void;
}

/** The agents of the store; nothing while they are unknown. */
export function AgentFilter({ store, ...props }: AgentFilterProps) {
  const { data } = useAgents(store);
  if (data === undefined) return null;
  const options = data.agents.map(({ id, name }) => [id, name] as const);
  return <Select label="Agent" all="All agents" options={options} {...props} />;
}
