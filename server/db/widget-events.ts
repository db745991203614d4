import type { Context, ServiceContext, StoreReader } from './database.ts';
import type { WidgetEventRecord } from './records.ts';

/** Which rows a figure is counted over. */
export interface FigureRange {
  /** ISO 8601, at this time or later. */
  readonly from: string;
  /** Before this time. */
  readonly to: string;
  /** Undefined: all agents. */
  readonly agentId: string | undefined;
}

/** How many different visitors did something. */
export async function countEventVisitors(
  reader: StoreReader,
  type: WidgetEventRecord['type'],
  { from, to, agentId }: FigureRange,
): Promise<number> {
  return reader.read(async (tables) => {
    const [row] = await tables('widget_events')
      .where({ type, ...(agentId !== undefined && { agent_id: agentId }) })
      .where('at', '>=', from)
      .where('at', '<', to)
      .countDistinct({ visitors: 'visitor_id' });
    return Number(row?.visitors ?? 0);
  });
}

/** Removes what a visitor did in the widget. */
export async function removeEventsOfVisitor({ tables }: Context, visitorId: string): Promise<void> {
  const types = ['opened', 'product_shown', 'product_clicked', 'product_added'] as const;
  // The index has the type before the visitor.
  await tables('widget_events').where({ visitor_id: visitorId }).whereIn('type', types).delete();
}

/** Removes up to `limit` events of all stores from before a time, and returns how many. */
export async function removeEventsBefore(
  { allStores }: ServiceContext,
  before: string,
  limit: number,
): Promise<number> {
  const oldest = allStores('widget_events')
    .where('at', '<', before)
    .orderBy(['at', 'sequence'])
    .limit(limit)
    // In order: another process may delete the same ones.
    .forUpdate()
    .select('sequence');
  return allStores('widget_events').whereIn('sequence', oldest).delete();
}
