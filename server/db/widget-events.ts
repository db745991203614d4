import { isPostgres } from './connect.ts';
import type { Context, ServiceContext } from './database.ts';

/** What a visitor did in the widget (decision 0043). */
export interface WidgetEventRecord {
  readonly store_id: string;
  readonly chatbot_id: string;
  readonly agent_id: string;
  readonly visitor_id: string;
  readonly conversation_id: string | null;
  readonly type: 'opened' | 'product_shown' | 'product_clicked' | 'product_added';
  readonly product_id: string | null;
  readonly at: string;
  readonly sequence?: number;
}

/** Which rows a figure is counted over. */
export interface FigureRange {
  /** ISO 8601, at this time or later. */
  readonly from: string;
  /** Before this time. */
  readonly to: string;
  /** Undefined: all agents. */
  readonly agentId: string | undefined;
}

/** Removes what a visitor did in the widget. */
export async function removeEventsOfVisitor({ tables }: Context, visitorId: string): Promise<void> {
  const types = ['opened', 'product_shown', 'product_clicked', 'product_added'] as const;
  // The index has the type before the visitor.
  await tables('widget_events').where({ visitor_id: visitorId }).whereIn('type', types).delete();
}

/** Removes up to `limit` events or visits of all stores from before a time, and returns how many. */
export async function removeBefore(
  { allStores }: ServiceContext,
  table: 'widget_events' | 'visits',
  before: string,
  limit: number,
): Promise<number> {
  const at = table === 'visits' ? 'began_at' : 'at';
  const oldest = allStores<{ sequence: number }>(table).where(at, '<', before).orderBy([at, 'sequence']);
  const rows = oldest.limit(limit).select('sequence');
  // Waits for no lock: the others that delete have another order. SQLite has one writer.
  if (isPostgres(allStores)) rows.forUpdate().skipLocked();
  return allStores<{ sequence: number }>(table).whereIn('sequence', rows).delete();
}
