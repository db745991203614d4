import { Link } from 'wouter-preact';
import { addDays } from '../../support/days.ts';
import type { Schemas, ScreenProps, Store } from './client.ts';
import { ReadState } from './controls.tsx';
import { type ConversationFilters, conversationsHref } from './conversation-query.ts';
import { ownTimeZone, today } from './days.ts';
import { formatCount, formatDuration, formatShare } from './figure-formats.ts';
import { type DefinedNumber, Panel, Tile, Tiles, Value } from './figures.tsx';
import { NeedsYou } from './notices-page.tsx';
import { PageHeading } from './page-heading.tsx';
import { PlanUsePanel } from './plan-use.tsx';
import { useOpenQuestions } from './improve-page.tsx';
import { countWithoutHelp } from './results.tsx';
import { Minute, Time } from './time.tsx';
import { useRead } from './use-read.ts';

type Overview = Schemas['Overview'];

/** What needs the owner, then what the store's agents did today and in the last 7 days. */
export function OverviewPage({ store }: ScreenProps) {
  const input = { path: { store_id: store.id }, query: { time_zone: ownTimeZone } };
  const overview = useRead(['overview', store.id], 'getOverview', input, { refetchInterval: 30_000 });
  return (
    <>
      <PageHeading title="Overview" store={store} lead="What needs you, and how your agents do." />
      <ReadState reads={[overview]} />
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
      <NeedsYou store={store} />
      <div class="panels">
        <WithoutHelp store={store} />
        <div class="stack">
          <Checklist store={store} done={overview.checklist} />
          <PlanUsePanel use={overview.plan_use} />
        </div>
      </div>
      <h2>Today and the last 7 days</h2>
      <FigureTiles store={store} overview={overview} />
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
      <Link href={conversationsHref(store.id, { result: 'failed' })}>Conversations with failed replies</Link>
    </div>
  );
}

function FigureTiles({ store, overview }: ContentProps) {
  const { today: now, yesterday, last_7_days: week, week_before: weekBefore } = overview;
  const tile = (name: string, definition: DefinedNumber, filters: ConversationFilters, valueOf: ValueOf) => {
    const links = rangeLinks(store, filters);
    return (
      <Tile name={name} definition={definition}>
        <Value
          value={<Link href={links.today}>{valueOf(now)}</Link>}
          caption={`Today · yesterday ${valueOf(yesterday)}`}
        />
        <Value
          value={<Link href={links.week}>{valueOf(week)}</Link>}
          caption={`7 days · ${valueOf(weekBefore)} before`}
        />
      </Tile>
    );
  };
  return (
    <Tiles pairs>
      {tile('Conversations', 'conversations', {}, ({ conversations }) => formatCount(conversations))}
      {tile('Helped', 'helped', { result: 'helped' }, ({ results, replies }) =>
        formatShare(results.helped, replies),
      )}
      {tile('Without help', 'without_help', { result: 'without_help' }, ({ results, replies }) =>
        formatShare(countWithoutHelp(results), replies),
      )}
      {tile('Time until the first words', 'first_token', {}, (figures) =>
        formatDuration(figures.first_token_p50_ms),
      )}
    </Tiles>
  );
}

type ValueOf = (figures: Schemas['Figures']) => string;

function rangeLinks(store: Store, filters: ConversationFilters) {
  const to = today(ownTimeZone);
  const link = (from: string): string =>
    conversationsHref(store.id, { ...filters, from, to, time_zone: ownTimeZone });
  return { today: link(to), week: link(addDays(to, -6)) };
}

/** The head of the list in Improve. */
function WithoutHelp({ store }: Pick<ContentProps, 'store'>) {
  const state = useOpenQuestions(store);
  const questions = state.data?.questions.slice(0, 5) ?? [];
  return (
    <Panel title="Most asked without help" level={2}>
      <ReadState reads={[state]} />
      {state.data && questions.length === 0 && (
        <p class="empty">No questions without help. Those that found nothing appear here.</p>
      )}
      <ul class="questions plain">
        {questions.flatMap(({ asked, latest: [last] }) =>
          last === undefined ? (
            []
          ) : (
            <li key={last.conversation_id + last.at}>
              <Link class="clamped" href={conversationsHref(store.id, {}, last.conversation_id)}>
                {last.question}
              </Link>
              <small>
                {asked > 1 && `${asked} times, last `}
                <Time at={last.at} />
              </small>
            </li>
          ),
        )}
      </ul>
      {questions.length > 0 && (
        <Link class="small" href={`/stores/${store.id}/improve`}>
          Improve the replies to what is asked most often
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
