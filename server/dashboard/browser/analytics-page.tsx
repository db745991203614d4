import { keepPreviousData } from '@tanstack/preact-query';
import { Link, useSearchParams } from 'wouter-preact';
import { AnalyticsFigures } from './analytics-figures.tsx';
import { download, type ScreenProps, type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ErrorNote, ReadState } from './controls.tsx';
import { countDays, today } from './days.ts';
import { Field, Select } from './fields.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { changed, type RangeQuery, rangeOf, ranges } from './range-query.ts';
import { saveFile } from './save-file.ts';
import { AgentFilter } from './use-agents.tsx';

/** The figures of a range of days, which is in the page's address. */
export function AnalyticsPage({ store }: ScreenProps) {
  const [search, setSearch] = useSearchParams();
  const query = rangeOf(search);
  const save = useExport(store, query);
  const analytics = useRead(
    ['analytics', store.id, query],
    'getAnalytics',
    { path: { store_id: store.id }, query },
    { placeholderData: keepPreviousData },
  );
  const change = (values: Readonly<Record<string, string | undefined>>): void =>
    setSearch((before) => changed(before, values));
  return (
    <>
      <PageHeading
        title="Analytics"
        store={store}
        lead="How your agents are used, how well and how fast they answer, and what it costs."
      >
        <Link href={`/stores/${store.id}/numbers`}>What the numbers mean</Link>
        <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
          Export CSV
        </Button>
      </PageHeading>
      <ErrorNote error={save.error} />
      <RangeFilter store={store} query={query} onChange={change} />
      <ReadState reads={[analytics]} />
      {analytics.data && (
        <div aria-busy={analytics.isPlaceholderData}>
          <AnalyticsFigures store={store} query={query} analytics={analytics.data} />
        </div>
      )}
    </>
  );
}

/** Saves the figures of the range as a file. */
function useExport(store: Store, query: RangeQuery) {
  return useAction(async () => {
    const file = await download('exportAnalytics', { path: { store_id: store.id }, query });
    saveFile(file, `analytics-${query.from}-${query.to}.csv`);
  });
}

interface RangeFilterProps {
  readonly store: Store;
  readonly query: RangeQuery;
  onChange(change: Readonly<Record<string, string | undefined>>): void;
}

function RangeFilter({ store, query, onChange }: RangeFilterProps) {
  const { from, to, time_zone: timeZone } = query;
  const last = today(timeZone);
  const chosen = to === last ? countDays(from, to) : undefined;
  return (
    <div class="filters" role="group" aria-label="Range">
      <div class="segments box" role="group" aria-label="Days">
        {ranges.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === chosen}
            onClick={() => onChange({ days: String(days), from: undefined, to: undefined })}
          >
            Last {days} days
          </button>
        ))}
      </div>
      <Field
        type="date"
        label="From"
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day, to, days: undefined })}
      />
      <Field
        type="date"
        label="To"
        value={to}
        min={from}
        max={last}
        onChange={(day) => onChange({ from, to: day, days: undefined })}
      />
      <AgentFilter store={store} value={query.agent_id} onChange={(id) => onChange({ agent_id: id })} />
      <Select
        label="Time zone"
        options={timeZones(timeZone)}
        value={timeZone}
        onChange={(zone) => onChange({ time_zone: zone })}
      />
    </div>
  );
}

function timeZones(chosen: string): readonly (readonly [string, string])[] {
  const names = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...names].toSorted().map((name) => [name, name.replaceAll('_', ' ')]);
}
