import { Link } from 'wouter-preact';
import { actionNames } from './audit-log-page.tsx';
import { BarChart, type ChartRow } from './chart.tsx';
import type { Schemas } from './client.ts';
import { type AnalyticsProps, Channels, Funnel } from './channels-and-funnel.tsx';
import { type ConversationFilters, conversationsHref } from './conversation-query.ts';
import { formatDay, formatLongDay } from './days.ts';
import {
  formatCompact,
  formatCost,
  formatCount,
  formatDuration,
  formatPrice,
  formatShare,
  noValue,
} from './figure-formats.ts';
import { Compared, counted, type DefinedNumber, Panel, Tile, Tiles, Value } from './figures.tsx';
import { ProductTable } from './product-figures.tsx';
import { PlanUseTiles } from './plan-use.tsx';
import { countWithoutHelp, ResultsPanel } from './results.tsx';
import { Minute } from './time.tsx';

type Analytics = Schemas['Analytics'];
type Figures = Schemas['Figures'];

/** Every figure of the range: numbers, charts by day, channels and funnel. */
export function AnalyticsFigures(props: AnalyticsProps) {
  const { store, analytics } = props;
  const isEmpty = analytics.total.conversations === 0;
  return (
    <>
      {analytics.kept_from !== null && (
        <p class="note">
          Visitors and the funnel count conversations since <Minute at={analytics.kept_from} /> only: older
          ones are deleted. The other numbers cover the whole range and the days before it.
        </p>
      )}
      {analytics.unclassified !== null && (
        <p class="note">
          {formatCount(analytics.unclassified.conversations)} conversations up to{' '}
          {formatDay(analytics.unclassified.last_day)} are not in the results: they were deleted before
          results were stored, or what is stored does not say them.
        </p>
      )}
      {isEmpty && (
        <p class="empty">
          No conversations in these days. Choose a longer range, or{' '}
          <Link href={`/stores/${store.id}/chatbots`}>place a chatbot</Link> on your shop.
        </p>
      )}
      <h2>Conversations</h2>
      <ConversationTiles {...props} />
      {!isEmpty && <ConversationCharts {...props} />}
      <h2>Products and sales</h2>
      <SalesTiles analytics={analytics} />
      <ProductTable store={store} query={props.query} />
      <h2>Speed</h2>
      <SpeedTiles total={analytics.total} was={analytics.before.total} />
      <h2>Use and cost</h2>
      <UseTiles analytics={analytics} />
      {!isEmpty && <TokenChart {...props} />}
    </>
  );
}

function ConversationTiles({ store, query, analytics }: AnalyticsProps) {
  const { total, before } = analytics;
  const { total: was } = before;
  const link = (filters: ConversationFilters): string =>
    conversationsHref(store.id, { ...query, ...filters });
  const share = ({ replies, results }: Figures) => formatShare(countWithoutHelp(results), replies);
  const visitors = ({ by_channel: channels }: Schemas['PeriodFigures']): number =>
    channels.reduce((sum, own) => sum + own.visitors, 0);
  const satisfied = ({ thumbs_up: up, thumbs_down: down }: Figures) => formatShare(up, up + down);
  return (
    <Tiles>
      <Tile name="Conversations" definition="conversations">
        <Compared {...counted(total.conversations, was.conversations)} href={link({})} />
      </Tile>
      <Tile name="Visitors" definition="visitors">
        <Compared {...counted(visitors(analytics), visitors(before))} />
      </Tile>
      <Tile name="Helped" definition="helped">
        <Compared
          value={formatShare(total.results.helped, total.replies)}
          href={link({ result: 'helped' })}
          before={formatShare(was.results.helped, was.replies)}
        />
      </Tile>
      <Tile name="Without help" definition="without_help">
        <Compared value={share(total)} href={link({ result: 'without_help' })} before={share(was)} />
      </Tile>
      <Tile name="Satisfaction" definition="satisfaction">
        <Compared value={satisfied(total)} before={satisfied(was)}>
          {' · '}
          <Link href={link({ thumb: 'up' })}>{formatCount(total.thumbs_up)} up</Link>
          {' · '}
          <Link href={link({ thumb: 'down' })}>{formatCount(total.thumbs_down)} down</Link>
        </Compared>
      </Tile>
    </Tiles>
  );
}

function ConversationCharts(props: AnalyticsProps) {
  return (
    <div class="panels even">
      <ResultsPanel
        store={props.store}
        query={props.query}
        now={props.analytics.total}
        before={props.analytics.before.total}
      />
      <DayChart
        {...props}
        title="Replies by day"
        definition="replies"
        wide
        series={['Replies', 'Helped']}
        valuesOf={({ replies, results }) => [replies, results.helped]}
      />
      <DayChart
        {...props}
        title="Without help by day"
        definition="without_help"
        filters={{ result: 'without_help' }}
        series={['Without help']}
        valuesOf={({ results }) => [countWithoutHelp(results)]}
      />
      <DayChart
        {...props}
        title="Thumbs down by day"
        definition="satisfaction"
        filters={{ thumb: 'down' }}
        series={['Thumbs down']}
        valuesOf={({ thumbs_down: thumbsDown }) => [thumbsDown]}
      />
      <Channels {...props} />
      <Funnel {...props} />
    </div>
  );
}

/** One value a currency; orders of all of them. */
function SalesTiles({ analytics: { sales, before } }: Pick<AnalyticsProps, 'analytics'>) {
  const ordersOf = (all: typeof sales): number => all.reduce((sum, { orders }) => sum + orders, 0);
  const was = new Map(before.sales.map(({ currency, amount }) => [currency, amount]));
  const shown = sales.length > 0 ? sales : before.sales.map((own) => ({ ...own, amount: 0 }));
  return (
    <Tiles>
      <Tile name="Orders" definition="sales">
        <Compared {...counted(ordersOf(sales), ordersOf(before.sales))} />
      </Tile>
      <Tile name="Revenue that a chat touched" definition="sales">
        {shown.length === 0 && <Value value={noValue} caption="No page has reported an order" />}
        {shown.map((own) => (
          <Compared
            key={own.currency}
            value={formatPrice(own)}
            before={formatPrice({ ...own, amount: was.get(own.currency) ?? 0 })}
          />
        ))}
      </Tile>
    </Tiles>
  );
}

function SpeedTiles({ total, was }: { readonly total: Figures; readonly was: Figures }) {
  const values = (of: 'first_token' | 'reply') =>
    (
      [
        ['Half within', 'p50'],
        ['95 of 100 within', 'p95'],
      ] as const
    ).map(([name, share]) => (
      <Compared
        key={name}
        name={name}
        value={formatDuration(total[`${of}_${share}_ms`])}
        before={formatDuration(was[`${of}_${share}_ms`])}
      />
    ));
  return (
    <Tiles pairs>
      <Tile name="Time until the first words" definition="first_token">
        {values('first_token')}
      </Tile>
      <Tile name="Time until the whole reply" definition="reply_time">
        {values('reply')}
      </Tile>
    </Tiles>
  );
}

function UseTiles({ analytics }: { readonly analytics: Analytics }) {
  const { total, cost, before } = analytics;
  const tokens = (name: string, of: 'input_tokens' | 'output_tokens') => (
    <Compared name={name} value={formatCompact(total[of])} before={formatCompact(before.total[of])} />
  );
  return (
    <Tiles>
      <Tile name="Text of the models" definition="tokens">
        {tokens('Read', 'input_tokens')}
        {tokens('Written', 'output_tokens')}
      </Tile>
      <Tile name="Cost" definition="cost">
        {cost === null ? (
          <Value value={noValue} caption="Unknown: the operator has set no prices for these models" />
        ) : (
          <Compared
            value={formatCost(cost)}
            before={before.cost === null ? noValue : formatCost(before.cost)}
          />
        )}
      </Tile>
      <PlanUseTiles use={analytics.plan_use} before={before.plan_use} />
    </Tiles>
  );
}

function TokenChart(props: AnalyticsProps) {
  return (
    <div class="panels even">
      <DayChart
        {...props}
        title="Text of the models by day"
        definition="tokens"
        wide
        series={['Read and written', 'Written']}
        format={formatCompact}
        valuesOf={(figures) => [figures.input_tokens + figures.output_tokens, figures.output_tokens]}
      />
    </div>
  );
}

interface DayChartProps extends AnalyticsProps {
  readonly title: string;
  readonly definition: DefinedNumber;
  readonly wide?: boolean;
  /** Of the conversations that a bar opens, beside those of the range. */
  readonly filters?: ConversationFilters;
  readonly series: readonly string[];
  format?(value: number): string;
  valuesOf(figures: Schemas['Figures']): ChartRow['values'];
}

/** What was changed on a day, in a line. */
function withChanges(day: string, { changes }: Schemas['Analytics']): Pick<ChartRow, 'changes'> {
  const all = changes.filter((change) => change.day === day);
  const names = all.map(({ action, detail }) => `${actionNames[action]}${detail ? `: ${detail}` : ''}`);
  return names.length === 0 ? {} : { changes: [...new Set(names)].join('; ') };
}

function DayChart({ store, query, analytics, title, definition, wide = false, ...chart }: DayChartProps) {
  const rows = analytics.by_day.map(({ day, figures }) => ({
    key: day,
    label: formatDay(day),
    title: formatLongDay(day),
    values: chart.valuesOf(figures),
    href: conversationsHref(store.id, { ...query, ...chart.filters, from: day, to: day }),
    ...withChanges(day, analytics),
  }));
  return (
    <Panel title={title} definition={definition} wide={wide}>
      <BarChart label={title} series={chart.series} rows={rows} format={chart.format ?? formatCount} />
    </Panel>
  );
}
