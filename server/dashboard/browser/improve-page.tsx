import { countOf } from './catalog-imports.tsx';
import { type ScreenProps, type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { ReadState } from './controls.tsx';
import { formatCount } from './figure-formats.ts';
import { QuestionCard } from './improve-question.tsx';
import { PageHeading } from './page-heading.tsx';

/** What shoppers ask in vain, those asked most often first. */
export function useOpenQuestions(store: Store) {
  const path = { store_id: store.id };
  return useRead(
    ['questions', store.id],
    'listQuestions',
    { path },
    {
      // What a card shows of a change stays until its person is done with it.
      refetchOnWindowFocus: false,
    },
  );
}

/** The questions, and what to do about each. */
export function ImprovePage({ store }: ScreenProps) {
  const state = useOpenQuestions(store);
  const { questions = [], total = 0, asked = 0 } = state.data ?? {};
  return (
    <>
      <PageHeading
        title="Improve"
        store={store}
        lead="What shoppers asked in the last 90 days and got no help with. Answer one, and see at once what they get from now on."
      />
      <ReadState reads={[state]} />
      {state.data && total === 0 && (
        <p class="empty">
          Nothing to improve: every question had a reply that helped, or you have seen to it.
        </p>
      )}
      {total > 0 && (
        <p class="soft" role="status">
          {countOf(total, 'question')}, asked {asked === 1 ? 'once' : `${formatCount(asked)} times`} without
          help
          {questions.length < total && `; these are the ${questions.length} most frequent`}
        </p>
      )}
      <ol class="plain improve" aria-label="Questions without help">
        {questions.map((question) => (
          <QuestionCard
            key={question.message_id}
            store={store}
            question={question}
            onDone={() => void state.refetch()}
          />
        ))}
      </ol>
    </>
  );
}
