import { BarTable } from './bar-table.tsx';
import type { Schemas, Store } from './client.ts';
import { channels, conversationsHref, nameOf } from './conversation-query.ts';
import { formatCount, formatShare } from './figure-formats.ts';
import { Panel } from './figures.tsx';
import type { RangeQuery } from './range-query.ts';

export interface AnalyticsProps {
  readonly store: Store;
  readonly query: RangeQuery;
  readonly analytics: Schemas['Analytics'];
}

/** Conversations and visitors of each channel. */
export function Channels({ store, query, analytics }: AnalyticsProps) {
  const was = new Map(
    analytics.before.by_channel.map(({ channel, conversations }) => [channel, conversations]),
  );
  const max = Math.max(1, ...analytics.by_channel.map(({ conversations }) => conversations));
  return (
    <Panel title="By channel" definition="channel">
      <BarTable
        label="By channel"
        rowName="Channel"
        columns={['Conversations', 'Before', 'Visitors']}
        rows={analytics.by_channel.map(({ channel, conversations, visitors }) => ({
          name: nameOf(channels, channel),
          href: conversationsHref(store.id, { ...query, channel }),
          share: conversations / max,
          cells: [conversations, was.get(channel) ?? 0, visitors].map(formatCount),
        }))}
      />
    </Panel>
  );
}

const steps = [
  ['Opened', 'opened', undefined],
  ['Asked', 'asked', { channel: 'widget' }],
  ['Product shown', 'product_shown', { product: 'shown' }],
  ['Product chosen', 'product_chosen', { product: 'chosen' }],
  ['Ordered', 'ordered', undefined],
] as const;

/** The steps of the funnel: each counts those who did all before it. */
export function Funnel({ store, query, analytics: { funnel, before } }: AnalyticsProps) {
  const { opened } = funnel;
  return (
    <Panel title="Funnel of the widget" definition="funnel">
      <BarTable
        label="Funnel of the widget"
        rowName="Step"
        columns={['Visitors', 'Of opened', 'Before']}
        rows={steps.map(([name, step, filters]) => ({
          name,
          definition: step,
          href: filters && conversationsHref(store.id, { ...query, ...filters }),
          share: opened === 0 ? 0 : funnel[step] / opened,
          cells: [
            formatCount(funnel[step]),
            formatShare(funnel[step], opened),
            formatShare(before.funnel[step], before.funnel.opened),
          ],
        }))}
      />
    </Panel>
  );
}
