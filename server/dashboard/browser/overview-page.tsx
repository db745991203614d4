import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { api, type Schemas, type ScreenProps, type Store, unwrap } from './client.ts';
import { ReadState } from './controls.tsx';
import { type ConversationFilters, conversationsHref } from './conversation-query.ts';
import { addDays, ownTimeZone, today } from './days.ts';
import { formatCount, formatDuration, formatShare } from './figure-formats.ts';
import { FiguresLoading, Panel, Tile, Tiles, Value } from './figures.tsx';
import { PageHeading } from './page-heading.tsx';
import { PlanUsePanel } from './plan-use.tsx';
import { Minute, Time } from './time.tsx';

type Overview = Schemas['Overview'];

/** What the store's agents did today and in the last 7 days. */
export function OverviewPage({ store }: ScreenProps) {
  const overview = useQuery({
    queryKey: ['overview', store.id],
    queryFn: () => {
      const params = { path: { store_id: store.id }, query: { time_zone: ownTimeZone } };
      return unwrap(api.GET('/dashboard/api/stores/{store_id}/overview', { params }));
    },
  });
  return (
    <>
      <PageHeading title="Overview" store={store} lead="What your agents did today and in the last 7 days." />
      <ReadState reads={[overview]} loading={<FiguresLoading />} />
      {overview.data && <Content store={store} overview={overview.data} />}
    </>
  );
}

interface ContentProps {
  readonly store: Store;
  readonly overview: Overview;
}

function Content({ store, overview }: ContentProps) {
  return (
    <>
      {overview.outage && <Outage store={store} outage={overview.outage} />}
      <FigureTiles store={store} overview={overview} />
      <div class="panels">
        <LatestUnanswered store={store} questions={overview.latest_unanswered} />
        <div class="stack">
          <Checklist store={store} done={overview.checklist} />
          <PlanUsePanel use={overview.plan_use} />
        </div>
      </div>
    </>
  );
}

interface OutageProps {
  readonly store: Store;
  readonly outage: NonNullable<Overview['outage']>;
}

function Outage({ store, outage: { failed, of, since } }: OutageProps) {
  return (
    <div class="note red" role="status">
      <p>
        The model has failed for {failed} of the last {of} questions, since <Minute at={since} />.
      </p>
      <Link href={conversationsHref(store.id, { unanswered: true })}>Unanswered conversations</Link>
    </div>
  );
}

function FigureTiles({ store, overview }: ContentProps) {
  const { today: now, last_7_days: week } = overview;
  const lists = rangeLinks(store, {});
  const answered = rangeLinks(store, { answered: true });
  const unanswered = rangeLinks(store, { unanswered: true });
  return (
    <Tiles pairs>
      <Tile name="Conversations" definition="conversations">
        <Value value={<Link href={lists.today}>{formatCount(now.conversations)}</Link>} caption="Today" />
        <Value
          value={<Link href={lists.week}>{formatCount(week.conversations)}</Link>}
          caption="Last 7 days"
        />
      </Tile>
      <Tile name="Answered" definition="answered">
        <Value
          value={<Link href={answered.today}>{formatCount(now.answered)}</Link>}
          caption={captionOf('Today', now.answered, now)}
        />
        <Value
          value={<Link href={answered.week}>{formatCount(week.answered)}</Link>}
          caption={captionOf('Last 7 days', week.answered, week)}
        />
      </Tile>
      <Tile name="Unanswered" definition="unanswered">
        <Value
          value={<Link href={unanswered.today}>{formatCount(now.unanswered)}</Link>}
          caption={captionOf('Today', now.unanswered, now)}
        />
        <Value
          value={<Link href={unanswered.week}>{formatCount(week.unanswered)}</Link>}
          caption={captionOf('Last 7 days', week.unanswered, week)}
        />
      </Tile>
      <Tile name="Time to first token" definition="first_token">
        <Value value={formatDuration(now.first_token_p50_ms)} caption="Today, p50" />
        <Value value={formatDuration(week.first_token_p50_ms)} caption="Last 7 days, p50" />
      </Tile>
    </Tiles>
  );
}

/** Today (84%). */
function captionOf(name: string, part: number, { conversations }: Schemas['Figures']): string {
  return conversations === 0 ? name : `${name} (${formatShare(part, conversations)})`;
}

function rangeLinks(store: Store, filters: ConversationFilters) {
  const to = today(ownTimeZone);
  const link = (from: string): string =>
    conversationsHref(store.id, { ...filters, from, to, time_zone: ownTimeZone });
  return { today: link(to), week: link(addDays(to, -6)) };
}

interface LatestUnansweredProps {
  readonly store: Store;
  readonly questions: Overview['latest_unanswered'];
}

function LatestUnanswered({ store, questions }: LatestUnansweredProps) {
  return (
    <Panel title="Latest unanswered questions" definition="unanswered" level={2}>
      {questions.length === 0 && (
        <p class="empty">
          No unanswered questions. Those without hits, with a failed reply or a thumb down appear here.
        </p>
      )}
      <ul class="questions plain">
        {questions.map(({ conversation_id: id, question, at }) => (
          <li key={id}>
            <Link class="ellipsis" href={conversationsHref(store.id, {}, id)}>
              {question}
            </Link>
            <small>
              <Time at={at} />
            </small>
          </li>
        ))}
      </ul>
      {questions.length > 0 && (
        <Link class="small" href={conversationsHref(store.id, { unanswered: true })}>
          All unanswered conversations
        </Link>
      )}
    </Panel>
  );
}

interface ChecklistProps {
  readonly store: Store;
  readonly done: Overview['checklist'];
}

function Checklist({ store, done }: ChecklistProps) {
  const steps = [
    ['Import a catalogue', 'catalogue', done.catalog_imported, 'so that agents know your products'],
    ['Create an agent', 'agents/new', done.agent_created, 'with a prompt, a model and tools'],
    ['Place the chatbot', 'chatbots', done.chatbot_placed, 'on a page of your shop'],
  ] as const;
  const count = steps.filter(([, , isDone]) => isDone).length;
  if (count === steps.length) return null;
  return (
    <Panel title="First steps" level={2}>
      <p class="soft">
        {count} of {steps.length} done
      </p>
      <ol class="checklist plain">
        {steps.map(([name, place, isDone, why]) => (
          <li key={name} class={isDone ? 'done' : ''}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="8.5" />
              {isDone && <path d="m6.2 10.3 2.6 2.6 5-5.4" />}
            </svg>
            <span>
              <Link href={`/stores/${store.id}/${place}`}>{name}</Link>
              <span class="soft"> {isDone ? '(done)' : why}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
