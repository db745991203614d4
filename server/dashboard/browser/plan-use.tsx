import type { Schemas } from './client.ts';
import { formatCount } from './figure-formats.ts';
import { ShareBar, Tile, Value } from './figures.tsx';
import { Minute } from './time.tsx';

type PlanUse = Schemas['PlanUse'];

/** Requests of a range against the plan's limit, with the peak minute and what was rejected. */
export function PlanUseTile({ use }: { readonly use: PlanUse }) {
  const limit = use.requests_per_minute;
  return (
    <Tile name="Plan use" definition="peak">
      <Value
        value={
          <>
            {formatCount(use.peak_requests_per_minute)}
            {limit !== null && <small> / {formatCount(limit)}</small>}
          </>
        }
        caption="Peak requests in a minute"
      />
      {limit !== null && (
        <dd class="use">
          <ShareBar share={use.peak_requests_per_minute / limit} />
        </dd>
      )}
      <dd class="use caption">
        {formatCount(use.requests)} requests in 7 days
        {use.rejected > 0 && <span class="chip red">{formatCount(use.rejected)} rejected (429)</span>}
      </dd>
    </Tile>
  );
}

/** The same at length, for Analytics. */
export function PlanUseTiles({ use }: { readonly use: PlanUse }) {
  const limit = use.requests_per_minute;
  return (
    <>
      <Tile name="Requests" definition="requests">
        <Value
          value={formatCount(use.requests)}
          caption={limit === null ? 'Without a limit' : `Limit: ${formatCount(limit)} a minute`}
        />
      </Tile>
      <Tile name="Peak minute" definition="peak">
        <Value
          value={formatCount(use.peak_requests_per_minute)}
          caption={use.peak_at === null ? 'No requests yet' : <Minute at={use.peak_at} />}
        />
        {limit !== null && (
          <dd class="use">
            <ShareBar share={use.peak_requests_per_minute / limit} />
          </dd>
        )}
      </Tile>
      <Tile name="Rejected with 429" definition="rejected">
        <Value value={formatCount(use.rejected)} caption="Over the limit" />
      </Tile>
    </>
  );
}
