import { announce } from './announcement.tsx';
import { call, type Schemas } from './client.ts';
import { ErrorNote } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { TitledSection } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useRead, useReload } from './use-read.ts';

type Source = Schemas['Source'];

const schedules = [
  ['never', 'Never'],
  ['hourly', 'Every hour'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
] as const;

interface SourceListProps {
  readonly storeId: string;
  readonly kind: Source['kind'];
}

/** The addresses that were imported, how old what was read is, and when they are read again; nothing without one. */
export function SourceList({ storeId, kind }: SourceListProps) {
  const state = useRead(['sources', storeId], 'listSources', { path: { store_id: storeId } });
  const rows = state.data?.sources.filter((source) => source.kind === kind) ?? [];
  if (rows.length === 0) return <ErrorNote error={state.error} retry={() => void state.refetch()} />;
  const columns: readonly Column<Source>[] = [
    { name: 'Address', cell: ({ name }) => <span class="wrap-anywhere">{name}</span> },
    { name: 'Last read', cell: lastRead },
    { name: 'Read again', cell: (source) => <Schedule storeId={storeId} source={source} /> },
  ];
  return (
    <TitledSection title="Addresses">
      <DataTable label="Addresses" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </TitledSection>
  );
}

function lastRead({ read_at: at, error }: Source) {
  return (
    <>
      {at === null ? <span class="soft">Never</span> : <Time at={at} />}
      {error !== null && (
        <span class="subject">The last attempt failed: {error}. What was read before is used.</span>
      )}
    </>
  );
}

function Schedule({ storeId, source }: { readonly storeId: string; readonly source: Source }) {
  const reload = useReload(storeId);
  const set = useAction(
    (every: Source['every']) =>
      call('setSchedule', { path: { store_id: storeId, source_id: source.id }, body: { every } }),
    () => {
      announce('Schedule changed');
      return reload('sources');
    },
  );
  const options = schedules.filter(([every]) => every !== 'hourly' || source.kind === 'feed');
  return (
    <>
      <select
        aria-label={`Read ${source.name} again`}
        value={source.every}
        // One of the options.
        onChange={(event) => set.mutate(event.currentTarget.value as Source['every'])}
      >
        {options.map(([every, name]) => (
          <option key={every} value={every}>
            {name}
          </option>
        ))}
      </select>
      <ErrorNote error={set.error} />
    </>
  );
}
