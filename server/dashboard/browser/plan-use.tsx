import type { Schemas } from './client.ts';
import { formatCount } from './figure-formats.ts';
import { Before, Panel, ShareBar, Tile, Value } from './figures.tsx';
import { Minute } from './time.tsx';

type PlanUse = Schemas['PlanUse'];

/** Requests of the last 7 days against the plan's limit. */
export function PlanUsePanel({ use }: { readonly use: PlanUse }) {
  const { requests, peak_requests_per_minute: peak, requests_per_minute: limit, rejected } = use;
  return (
    <Panel title="Plan use" definition="peak" level={2}>
      <p class="row apart">
        <span>Peak minute of the last 7 days</span>
        <span>
          <strong>{formatCount(peak)}</strong>{' '}
          {limit === null ? 'requests' : `of ${formatCount(limit)} requests`}
        </span>
      </p>
      {limit !== null && <ShareBar share={peak / limit} />}
      <p class="row apart small soft">
        <span>{formatCount(requests)} requests in all</span>
        {rejected > 0 && <span class="chip red">{formatCount(rejected)} rejected (429)</span>}
      </p>
    </Panel>
  );
}

/** The same at length, for Analytics. */
export function PlanUseTiles({ use, before }: { readonly use: PlanUse; readonly before: PlanUse }) {
  const was = (name: 'requests' | 'peak_requests_per_minute' | 'rejected') => (
    <Before counts={[use[name], before[name]]} before={formatCount(before[name])} />
  );
  const limit = use.requests_per_minute;
  return (
    <>
      <Tile name="Requests" definition="requests">
        <Value
          value={formatCount(use.requests)}
          caption={
            <>
              {was('requests')} ·{' '}
              {limit === null ? 'Without a limit' : `Limit: ${formatCount(limit)} a minute`}
            </>
          }
        />
      </Tile>
      <Tile name="Peak minute" definition="peak">
        <Value
          value={formatCount(use.peak_requests_per_minute)}
          caption={
            <>
              {was('peak_requests_per_minute')} ·{' '}
              {use.peak_at === null ? 'No requests' : <Minute at={use.peak_at} />}
            </>
          }
        />
        {limit !== null && (
          <dd class="use">
            <ShareBar share={use.peak_requests_per_minute / limit} />
          </dd>
        )}
      </Tile>
      <Tile name="Rejected (429)" definition="rejected">
        <Value value={formatCount(use.rejected)} caption={was('rejected')} />
      </Tile>
    </>
  );
}
