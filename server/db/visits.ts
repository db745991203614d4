import type { Knex } from 'knex';
import { newId } from '../support/ids.ts';
import type { Context } from './database.ts';
import type { NewConversation } from './records.ts';
import type { FigureRange } from './widget-events.ts';

/** The steps of the funnel, in order. */
const steps = ['opened', 'asked', 'product_shown', 'product_chosen', 'ordered'] as const;
export type Step = (typeof steps)[number];

/** How far a visitor came since a quarter of an hour in which they opened the chat or asked. */
export interface VisitRecord {
  readonly store_id: string;
  /** Another one, at random, once the person is erased. */
  readonly visitor_id: string;
  readonly agent_id: string;
  /** When the quarter began: no time zone has days that begin within one. */
  readonly began_at: string;
  /** The number of the last step, from 1. */
  readonly done: number;
}

/** What a visitor did, and when. */
export interface VisitorStep extends Pick<VisitRecord, 'store_id' | 'visitor_id' | 'agent_id'> {
  readonly step: Step;
  readonly at: string;
}

/** A step belongs to a visit that began at most so long before. */
const maxVisitMs = 30 * 86_400_000;

/** Adds what visitors did, in order, to their visits. */
export async function addSteps({ tables, allStores }: Context, done: readonly VisitorStep[]): Promise<void> {
  const byVisitor = Map.groupBy(done, ({ visitor_id, agent_id }) => `${visitor_id} ${agent_id}`);
  for (const [, own] of [...byVisitor].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = own;
    if (first === undefined) continue;
    const { visitor_id, agent_id, at } = first;
    const since = new Date(Date.parse(at) - maxVisitMs).toISOString();
    const before = await tables('visits')
      .where({ visitor_id, agent_id })
      .where('began_at', '>', since)
      .orderBy('began_at')
      .select('store_id', 'visitor_id', 'agent_id', 'began_at', 'done');
    const visits = visitsAfter(before, own);
    if (visits.length === 0) continue;
    // Another process may have come further.
    const further = allStores.raw(
      'case when excluded.done > visits.done then excluded.done else visits.done end',
    );
    await tables('visits')
      .insert(visits)
      .onConflict(['store_id', 'visitor_id', 'agent_id', 'began_at'])
      .merge({ done: further });
  }
}

/** Adds that the visitor of a conversation has asked; a test is no visit. */
export async function addAsked(
  context: Context,
  { store_id, visitor_id, agent_id, is_test }: NewConversation,
  at: string,
): Promise<void> {
  if (visitor_id === null || is_test) return;
  await addSteps(context, [{ store_id, visitor_id, agent_id, step: 'asked', at }]);
}

/**
 * The visits of one visitor that steps begin or carry on. Opening and asking begin one, unless one began in the same quarter;
 * who asks has opened the chat. Every other step belongs to the latest visit with the step before.
 */
export function visitsAfter(before: readonly VisitRecord[], own: readonly VisitorStep[]): VisitRecord[] {
  const visits = new Map(before.map((visit) => [visit.began_at, visit]));
  const changed = new Map<string, VisitRecord>();
  for (const { step, at, ...who } of own) {
    const number = steps.indexOf(step) + 1;
    const began_at = quarterOf(at);
    const visit =
      number <= 2
        ? (visits.get(began_at) ?? { ...who, began_at, done: 0 })
        : [...visits.values()].findLast(({ done }) => done >= number - 1);
    if (visit === undefined || visit.done >= number) continue;
    const next = { ...visit, done: number };
    visits.set(next.began_at, next);
    changed.set(next.began_at, next);
  }
  return [...changed.values()];
}

const quarterMs = 15 * 60_000;

function quarterOf(time: string): string {
  return new Date(Math.floor(Date.parse(time) / quarterMs) * quarterMs).toISOString();
}

/** Different visitors who came so far. */
export type Funnel = Readonly<Record<Step, number>>;

/**
 * The visitors whose visits began in a range, by the steps that they did in order, and those of before `from`, since
 * `beforeFrom`: both at once, because the index of a store's visits is read whole. Times and agent are no conditions of it:
 * PostgreSQL 18, which could skip in the index by them, takes a third longer.
 */
export async function readFunnels(
  db: Knex,
  storeId: string,
  { from, to, agentId, beforeFrom }: FigureRange & { readonly beforeFrom: string },
): Promise<{ readonly now: Funnel; readonly before: Funnel }> {
  const furthest = (begin: string, end: string): Knex.Raw => {
    const [isOfAgent, agent] = agentId === undefined ? ['', []] : ['and agent_id = ?', [agentId]];
    const isIn = `began_at >= ? and began_at < ? ${isOfAgent}`;
    return db.raw(`max(case when ${isIn} then done else 0 end)`, [begin, end, ...agent]);
  };
  const visitors = db('visits')
    .where({ store_id: storeId })
    .groupBy('visitor_id')
    .select({ now: furthest(from, to), before: furthest(beforeFrom, from) });
  const rows: { now: number; before: number; visitors: number }[] = await db
    .from(visitors.as('visitors'))
    .groupBy('now', 'before')
    .select('now', 'before')
    .count({ visitors: '*' });
  const funnelOf = (period: 'now' | 'before'): Funnel => {
    const reached = (step: Step): number =>
      rows.reduce((sum, row) => sum + (row[period] > steps.indexOf(step) ? row.visitors : 0), 0);
    return Object.fromEntries(steps.map((step) => [step, reached(step)])) as Funnel;
  };
  return { now: funnelOf('now'), before: funnelOf('before') };
}

/** Keeps what a visitor's visits count, without the visitor. */
export async function anonymizeVisits({ tables }: Context, visitorId: string): Promise<void> {
  await tables('visits')
    .where({ visitor_id: visitorId })
    .update({ visitor_id: newId('vis') });
}
