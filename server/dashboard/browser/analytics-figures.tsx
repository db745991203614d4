import { Link } from 'wouter-preact';
import { BarChart, type ChartRow } from './chart.tsx';
import type { Schemas, Store } from './client.ts';
import { type ConversationFilters, channels, conversationsHref, nameOf } from './conversation-query.ts';
import { formatDay, formatLongDay } from './days.ts';
import {
  formatCompact,
  formatCost,
  formatCount,
  formatDuration,
  formatShare,
  noValue,
} from './figure-formats.ts';
import { Before, Define, type DefinedNumber, Panel, ShareBar, Tile, Tiles, Value } from './figures.tsx';
import { PlanUseTiles } from './plan-use.tsx';
import type { RangeQuery } from './range-query.ts';
import { countWithoutHelp, ResultsPanel } from './results.tsx';
import { Minute } from './time.tsx';

type Analytics = Schemas['Analytics'];
type Figures = Schemas['Figures'];

interface AnalyticsProps {
  readonly store: Store;
  readonly query: RangeQuery;
  readonly analytics: Analytics;
}

/** Every figure of the range: numbers, charts by day, channels and funnel. */
export function AnalyticsFigures(props: AnalyticsProps) {
  const { store, analytics } = props;
  const isEmpty = analytics.total.conversations === 0;
  return (
    <>
      {analytics.kept_from !== null && (
        <p class="note">
          Visitors, the funnel and times count conversations since <Minute at={analytics.kept_from} /> only:
          older ones are deleted. The other numbers cover the whole range and the days before it.
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
      <h2>Speed</h2>
      <SpeedTiles total={analytics.total} was={analytics.before.total} />
      <h2>Use and cost</h2>
      <UseTiles analytics={analytics} />
      {!isEmpty && <TokenChart {...props} />}
    </>
  );
}

function ConversationTiles({ store, query, analytics }: AnalyticsProps) {
  const { total, satisfaction, before } = analytics;
  const { total: was } = before;
  const withoutHelp = countWithoutHelp(total.results);
  const link = (filters: ConversationFilters): string =>
    conversationsHref(store.id, { ...query, ...filters });
  return (
    <Tiles>
      <Tile name="Conversations" definition="conversations">
        <Value
          value={<Link href={link({})}>{formatCount(total.conversations)}</Link>}
          caption={<BeforeCount now={total.conversations} before={was.conversations} />}
        />
      </Tile>
      <Tile name="Visitors" definition="visitors">
        <Value
          value={formatCount(total.visitors)}
          caption={<BeforeCount now={total.visitors} before={was.visitors} />}
        />
      </Tile>
      <Tile name="Helped" definition="helped">
        <Value
          value={
            <Link href={link({ result: 'helped' })}>{formatShare(total.results.helped, total.replies)}</Link>
          }
          caption={<Before before={formatShare(was.results.helped, was.replies)} />}
        />
      </Tile>
      <Tile name="Without help" definition="without_help">
        <Value
          value={
            <Link href={link({ result: 'without_help' })}>{formatShare(withoutHelp, total.replies)}</Link>
          }
          caption={<Before before={formatShare(countWithoutHelp(was.results), was.replies)} />}
        />
      </Tile>
      <Tile name="Satisfaction" definition="satisfaction">
        <Value
          value={satisfaction.share === null ? noValue : formatShare(satisfaction.share, 1)}
          caption={
            <>
              <Before
                before={
                  before.satisfaction.share === null ? noValue : formatShare(before.satisfaction.share, 1)
                }
              />
              {' · '}n = {formatCount(satisfaction.rated)}
              {' · '}
              <Link href={link({ thumb: 'up' })}>{formatCount(total.thumbs_up)} up</Link>
              {' · '}
              <Link href={link({ thumb: 'down' })}>{formatCount(total.thumbs_down)} down</Link>
            </>
          }
        />
      </Tile>
    </Tiles>
  );
}

function BeforeCount({ now, before }: { readonly now: number; readonly before: number }) {
  return <Before counts={[now, before]} before={formatCount(before)} />;
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

type Time = 'first_token_p50_ms' | 'first_token_p95_ms' | 'reply_p50_ms' | 'reply_p95_ms';

function SpeedTiles({ total, was }: { readonly total: Figures; readonly was: Figures }) {
  const value = (name: string, time: Time) => (
    <Value
      value={formatDuration(total[time])}
      caption={
        <>
          {name} · <Before before={formatDuration(was[time])} />
        </>
      }
    />
  );
  return (
    <Tiles pairs>
      <Tile name="Time to first token" definition="first_token">
        {value('p50', 'first_token_p50_ms')}
        {value('p95', 'first_token_p95_ms')}
      </Tile>
      <Tile name="Whole reply" definition="reply_time">
        {value('p50', 'reply_p50_ms')}
        {value('p95', 'reply_p95_ms')}
      </Tile>
    </Tiles>
  );
}

function UseTiles({ analytics }: { readonly analytics: Analytics }) {
  const { total, cost, before } = analytics;
  const tokens = (name: string, of: 'input_tokens' | 'output_tokens') => (
    <Value
      value={formatCompact(total[of])}
      caption={
        <>
          {name} · <Before before={formatCompact(before.total[of])} />
        </>
      }
    />
  );
  return (
    <Tiles>
      <Tile name="Tokens" definition="tokens">
        {tokens('Input', 'input_tokens')}
        {tokens('Output', 'output_tokens')}
      </Tile>
      <Tile name="Cost" definition="cost">
        <Value
          value={cost === null ? noValue : formatCost(cost)}
          caption={
            cost === null || before.cost === null ? (
              'Unknown: the operator has set no prices for these models'
            ) : (
              <Before before={formatCost(before.cost)} />
            )
          }
        />
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
        title="Tokens by day"
        definition="tokens"
        wide
        series={['Input and output', 'Output']}
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
  valuesOf(figures: Schemas['DayFigures']): ChartRow['values'];
}

function DayChart({ store, query, analytics, title, definition, wide = false, ...chart }: DayChartProps) {
  const rows = analytics.by_day.map(({ day, figures }) => ({
    key: day,
    label: formatDay(day),
    title: formatLongDay(day),
    values: chart.valuesOf(figures),
    href: conversationsHref(store.id, { ...query, ...chart.filters, from: day, to: day }),
  }));
  return (
    <Panel title={title} definition={definition} wide={wide}>
      <BarChart
        label={title}
        rowName="Day"
        series={chart.series}
        rows={rows}
        format={chart.format ?? formatCount}
      />
    </Panel>
  );
}

function Channels({ store, query, analytics }: AnalyticsProps) {
  const was = new Map(
    analytics.before.by_channel.map(({ channel, conversations }) => [channel, conversations]),
  );
  const max = Math.max(1, ...analytics.by_channel.map(({ conversations }) => conversations));
  return (
    <Panel title="By channel" definition="channel">
      <table class="bars" aria-label="By channel">
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">
              <span class="hidden">Bar</span>
            </th>
            <th scope="col">Conversations</th>
            <th scope="col">Before</th>
            <th scope="col">Visitors</th>
          </tr>
        </thead>
        <tbody>
          {analytics.by_channel.map(({ channel, conversations, visitors }) => (
            <tr key={channel}>
              <th scope="row">
                <Link href={conversationsHref(store.id, { ...query, channel })}>
                  {nameOf(channels, channel)}
                </Link>
              </th>
              <td>
                <ShareBar share={conversations / max} />
              </td>
              <td>{formatCount(conversations)}</td>
              <td class="soft">{formatCount(was.get(channel) ?? 0)}</td>
              <td>{formatCount(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Funnel({ store, query, analytics }: AnalyticsProps) {
  const { funnel, before } = analytics;
  const { opened } = funnel;
  const steps = [
    ['Opened', 'opened', undefined],
    ['Asked', 'asked', { channel: 'widget' }],
    ['Product shown', 'product_shown', { product: 'shown' }],
    ['Product chosen', 'product_chosen', { product: 'chosen' }],
  ] as const;
  return (
    <Panel title="Funnel of the widget" definition="funnel">
      <table class="bars" aria-label="Funnel of the widget">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">
              <span class="hidden">Bar</span>
            </th>
            <th scope="col">Visitors</th>
            <th scope="col">Of opened</th>
            <th scope="col">Before</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(([name, step, filters]) => (
            <tr key={step}>
              <th scope="row">
                {filters === undefined ? (
                  name
                ) : (
                  <Link href={conversationsHref(store.id, { ...query, ...filters })}>{name}</Link>
                )}
                <Define name={name} definition={step} />
              </th>
              <td>
                <ShareBar share={opened === 0 ? 0 : funnel[step] / opened} />
              </td>
              <td>{formatCount(funnel[step])}</td>
              <td>{formatShare(funnel[step], opened)}</td>
              <td class="soft">{formatShare(before.funnel[step], before.funnel.opened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
