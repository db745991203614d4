import { useQuery } from '@tanstack/preact-query';
import { useId } from 'preact/hooks';
import { api, type Store, unwrap } from './client.ts';

interface SelectProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** The name of no choice; without it there is always one. */
  readonly all?: string;
  readonly value: string | undefined;
  onChange(value: string): void;
}

/** A filter with a list of values; an empty value is no choice. */
export function SelectFilter({ label, options, all, value, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly max?: string | undefined;
  readonly min?: string | undefined;
  onChange(day: string): void;
}

export function DayFilter({ label, value, min, max, onChange }: DayProps) {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

interface AgentProps {
  readonly store: Store;
  readonly value: string | undefined;
  onChange(id: string): void;
}

/** The agents of the store; nothing while they are unknown. */
export function AgentFilter({ store, value, onChange }: AgentProps) {
  const list = useQuery({
    queryKey: ['agents', store.id],
    queryFn: () => {
      const params = { path: { store_id: store.id } };
      return unwrap(api.GET('/dashboard/api/stores/{store_id}/agents', { params }));
    },
  });
  if (list.data === undefined) return null;
  const options = list.data.agents.map(({ id, name }) => [id, name] as const);
  return <SelectFilter label="Agent" all="All agents" options={options} value={value} onChange={onChange} />;
}
