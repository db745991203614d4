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
import { Define, type DefinedNumber, Panel, ShareBar, Tile, Tiles, Value } from './figures.tsx';
import { PlanUseTiles } from './plan-use.tsx';
import type { RangeQuery } from './range-query.ts';
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
          older ones are deleted. The other numbers cover the whole range.
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
      <SpeedTiles total={analytics.total} />
      <h2>Use and cost</h2>
      <UseTiles analytics={analytics} />
      {!isEmpty && <TokenChart {...props} />}
    </>
  );
}

function ConversationTiles({ store, query, analytics }: AnalyticsProps) {
  const { total, satisfaction } = analytics;
  const link = (filters: ConversationFilters): string =>
    conversationsHref(store.id, { ...query, ...filters });
  return (
    <Tiles>
      <Tile name="Conversations" definition="conversations">
        <Value value={<Link href={link({})}>{formatCount(total.conversations)}</Link>} />
      </Tile>
      <Tile name="Visitors" definition="visitors">
        <Value value={formatCount(total.visitors)} />
      </Tile>
      <Tile name="Answered" definition="answered">
        <Value
          value={<Link href={link({ answered: true })}>{formatCount(total.answered)}</Link>}
          caption={ofConversations(total.answered, total)}
        />
      </Tile>
      <Tile name="Unanswered" definition="unanswered">
        <Value
          value={<Link href={link({ unanswered: true })}>{formatCount(total.unanswered)}</Link>}
          caption={ofConversations(total.unanswered, total)}
        />
      </Tile>
      <Tile name="Satisfaction" definition="satisfaction">
        <Value
          value={satisfaction.share === null ? noValue : formatShare(satisfaction.share, 1)}
          caption={
            <>
              n = {formatCount(satisfaction.rated)}
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

function ofConversations(part: number, { conversations }: Figures): string {
  return conversations === 0 ? 'No conversations' : `${formatShare(part, conversations)} of conversations`;
}

function ConversationCharts(props: AnalyticsProps) {
  return (
    <div class="panels even">
      <DayChart
        {...props}
        title="Conversations by day"
        definition="conversations"
        wide
        series={['Conversations', 'Answered']}
        valuesOf={({ conversations, answered }) => [conversations, answered]}
      />
      <DayChart
        {...props}
        title="Unanswered by day"
        definition="unanswered"
        filters={{ unanswered: true }}
        series={['Unanswered']}
        valuesOf={({ unanswered }) => [unanswered]}
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

function SpeedTiles({ total }: { readonly total: Figures }) {
  return (
    <Tiles pairs>
      <Tile name="Time to first token" definition="first_token">
        <Value value={formatDuration(total.first_token_p50_ms)} caption="p50" />
        <Value value={formatDuration(total.first_token_p95_ms)} caption="p95" />
      </Tile>
      <Tile name="Whole reply" definition="reply_time">
        <Value value={formatDuration(total.reply_p50_ms)} caption="p50" />
        <Value value={formatDuration(total.reply_p95_ms)} caption="p95" />
      </Tile>
    </Tiles>
  );
}

function UseTiles({ analytics }: { readonly analytics: Analytics }) {
  const { total, cost } = analytics;
  return (
    <Tiles>
      <Tile name="Tokens" definition="tokens">
        <Value value={formatCompact(total.input_tokens)} caption="Input" />
        <Value value={formatCompact(total.output_tokens)} caption="Output" />
      </Tile>
      <Tile name="Cost" definition="cost">
        <Value
          value={cost === null ? noValue : formatCost(cost)}
          caption={cost === null ? 'The operator has set no prices' : 'By the prices of the operator'}
        />
      </Tile>
      <PlanUseTiles use={analytics.plan_use} />
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
              <td>{formatCount(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Funnel({ store, query, analytics }: AnalyticsProps) {
  const { funnel } = analytics;
  const opened = funnel.opened;
  const steps = [
    ['Opened', 'opened', opened, undefined],
    ['Asked', 'asked', funnel.asked, { channel: 'widget' }],
    ['Product shown', 'product_shown', funnel.product_shown, { product: 'shown' }],
    ['Product clicked', 'product_clicked', funnel.product_clicked, { product: 'clicked' }],
    ['Added to cart', 'product_added', funnel.product_added, { product: 'added' }],
  ] as const;
  return (
    <Panel title="Funnel of the widget">
      <table class="bars" aria-label="Funnel of the widget">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">
              <span class="hidden">Bar</span>
            </th>
            <th scope="col">Visitors</th>
            <th scope="col">Of opened</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(([name, definition, visitors, filters]) => (
            <tr key={name}>
              <th scope="row">
                {filters === undefined ? (
                  name
                ) : (
                  <Link href={conversationsHref(store.id, { ...query, ...filters })}>{name}</Link>
                )}
                <Define name={name} definition={definition} />
              </th>
              <td>
                <ShareBar share={opened === 0 ? 0 : visitors / opened} />
              </td>
              <td>{formatCount(visitors)}</td>
              <td>{formatShare(visitors, opened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">“Opened” has no list: visitors who only opened the chat have no conversation.</p>
    </Panel>
  );
}
