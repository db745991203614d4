import type { Context } from '../db/database.ts';
import { insertPastConversations } from '../db/past-conversations.ts';
import { addRequestHours } from '../db/request-hours.ts';
import type { NewConversation, StoreRecord } from '../db/records.ts';
import { addProducts } from '../db/product-hours.ts';
import { type VisitorStep, visitsAfter } from '../db/visits.ts';
import { markPlaced } from '../services/chatbots.ts';
import { limitsOf } from '../services/plans.ts';
import { shownOf, stepsOf } from '../services/widget-events.ts';
import type { Clock } from '../support/clock.ts';
import { inventConversations } from './demo-conversations.ts';
import { spreadTimes } from './demo-times.ts';
import { inventRequestHours, inventWidgetEvents } from './demo-use.ts';
import { readDialogues } from './dialogues.ts';
import { createRandom } from './random.ts';

/** With it, the last day has something of everything. */
const seed = 5;

const days = 30;
/** The last conversation begins so long before the start of the service, and is over by then. */
const lastMs = 8 * 60_000;

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

interface SeededShop {
  /** A short word in the ids of what is made up. */
  readonly name: string;
  readonly store: StoreRecord;
  readonly agentId: string;
  readonly chatbotId: string;
  readonly conversations: number;
}

/**
 * Fills a new demo shop with made-up conversations of the last 30 days, so that the dashboard has something to show:
 * invented questions, replies of the built-in model, and times, tokens and ratings from a fixed seed. Ids begin with
 * `cnv_demo`, `msg_demo` and `vis_demo`.
 */
export async function seedConversations(
  { clock }: { readonly clock: Clock },
  context: Context,
  { store, conversations: count, ...ids }: SeededShop,
): Promise<void> {
  const random = createRandom(seed + count);
  const shop = { ...ids, storeId: store.id };
  const times = spreadTimes(random, { count, days, until: clock.now() - lastMs });
  const conversations = inventConversations(random, shop, readDialogues(), times);
  await insertPastConversations(
    context,
    conversations.map(({ turns: _turns, ...past }) => past),
  );
  const events = inventWidgetEvents(random, shop, conversations);
  for (let begin = 0; begin < events.length; begin += rowsAtOnce) {
    await context.tables('widget_events').insert(events.slice(begin, begin + rowsAtOnce));
  }
  await insertVisits(context, [...stepsOf(events), ...conversations.flatMap(askedBy)]);
  await addProducts(context, events.flatMap(shownOf));
  const perMinute = limitsOf(store).requestsPerMinute ?? Infinity;
  await addRequestHours(context, inventRequestHours(random, shop, conversations, perMinute));
  const placedAt = conversations.find(({ channel }) => channel === 'widget')?.created_at;
  if (placedAt !== undefined) await markPlaced({ ...context, now: placedAt }, shop.chatbotId);
}

function askedBy({ store_id, visitor_id, agent_id, created_at: at }: NewConversation): VisitorStep[] {
  return visitor_id === null ? [] : [{ store_id, visitor_id, agent_id, step: 'asked', at }];
}

async function insertVisits({ allStores }: Context, done: readonly VisitorStep[]): Promise<void> {
  const inOrder = done.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const own = Map.groupBy(inOrder, ({ visitor_id: id }) => id);
  const visits = [...own.values()].flatMap((steps) => visitsAfter([], steps));
  await allStores.batchInsert('visits', visits, rowsAtOnce);
}
