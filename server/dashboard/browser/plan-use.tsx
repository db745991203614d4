import type { Schemas } from './client.ts';
import { formatCount } from './figure-formats.ts';
import { Compared, counted, Panel, ShareBar, Tile } from './figures.tsx';
import { Use } from './plan-page.tsx';
import { Minute } from './time.tsx';

type PlanUse = Schemas['PlanUse'];

/** Requests of the last 7 days against the plan's limit. */
export function PlanUsePanel({ use }: { readonly use: PlanUse }) {
  const { requests, peak_requests_per_minute: peak, requests_per_minute: limit, rejected } = use;
  return (
    <Panel title="Plan use" definition="peak" level={2}>
      <Use name="Requests in the busiest minute of 7 days" used={peak} limit={limit}>
        {formatCount(requests)} requests in all{' '}
        {rejected > 0 && <span class="chip red">{formatCount(rejected)} over the limit</span>}
      </Use>
    </Panel>
  );
}

/** The same at length, for Analytics. */
export function PlanUseTiles({ use, before }: { readonly use: PlanUse; readonly before: PlanUse }) {
  const limit = use.requests_per_minute;
  const values = (name: 'requests' | 'peak_requests_per_minute' | 'rejected') =>
    counted(use[name], before[name]);
  return (
    <>
      <Tile name="Requests" definition="requests">
        <Compared {...values('requests')}>
          {' · '}
          {limit === null ? 'Without a limit' : `Limit: ${formatCount(limit)} a minute`}
        </Compared>
      </Tile>
      <Tile name="Peak minute" definition="peak">
        <Compared {...values('peak_requests_per_minute')}>
          {' · '}
          {use.peak_at === null ? 'No requests' : <Minute at={use.peak_at} />}
        </Compared>
        {limit !== null && (
          <dd class="use">
            <ShareBar share={use.peak_requests_per_minute / limit} />
          </dd>
        )}
      </Tile>
      <Tile name="Over the limit" definition="rejected">
        <Compared {...values('rejected')} />
      </Tile>
    </>
  );
}
