import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { call, type Schemas, type Store } from './client.ts';
import { ActionForm, Button, ErrorNote } from './controls.tsx';
import { conversationsHref } from './conversation-query.ts';
import { bind, Field, TextArea } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';
import { RichText } from './rich-text.tsx';
import { Time } from './time.tsx';
import { useReload } from './use-read.ts';

type Question = Schemas['OpenQuestion'];
type Action = Schemas['Improvement']['action'];
type Reply = NonNullable<Schemas['ImprovedReply']['reply']>;

const names: Readonly<Record<Action, string>> = {
  answer: 'Write the answer',
  synonym: 'Add a synonym',
  not_sold: 'We do not sell it',
  not_a_question: 'Not a question',
  other: 'Ask again',
};
const actions = Object.keys(names) as Action[];

interface FormTexts {
  readonly about: string;
  readonly text: string;
  readonly hint?: string;
  /** What it is about, to begin with. */
  first(question: Question): string;
}

/** Of the actions that need words. */
const forms: Readonly<Partial<Record<Action, FormTexts>>> = {
  answer: { about: 'Question', text: 'Answer', first: ({ latest }) => latest[0]?.question ?? '' },
  synonym: {
    about: 'Shoppers say',
    text: 'Your products say',
    hint: 'A word of their titles or categories',
    first: (question) => question.unknown_words,
  },
  not_sold: {
    about: 'What you do not sell',
    text: 'What shoppers read',
    hint: 'Such as: We sell no bicycles, but everything to wear on one.',
    first: ({ words }) => words,
  },
};

interface CardProps {
  readonly store: Store;
  readonly question: Question;
  /** Called when the list may be read again. */
  onDone(): void;
}

/** A question in the words of the latest shopper, and what the shop can do about it. */
export function QuestionCard({ store, question, onDone }: CardProps) {
  const { action, reply, improve, start, cancel } = useImprovement(store, question, onDone);
  const form = action && forms[action];
  // A synonym helps where the search lacked a word, a thing that is not sold where it found nothing.
  const isOffered = (name: Action): boolean => forms[name]?.first(question) !== '';
  return (
    <li class="box">
      <Asked store={store} question={question} />
      {reply === undefined ? (
        <p class="soft clamped">
          <RichText text={question.reply} />
        </p>
      ) : (
        <Compared before={question.reply} after={reply} />
      )}
      {reply?.is_help === true ? (
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      ) : (
        <>
          <div class="row">
            {actions.filter(isOffered).map((name) => (
              <Button key={name} busy={improve.isPending} onClick={() => start(name)}>
                {names[name]}
              </Button>
            ))}
          </div>
          {improve.isPending && <p role="status">Asking again …</p>}
          {form === undefined ? (
            <ErrorNote error={improve.error} />
          ) : (
            <ImproveForm key={action} {...form} question={question} improve={improve} onCancel={cancel} />
          )}
        </>
      )}
    </li>
  );
}

/** What is being done about a question, and how it is answered since. */
function useImprovement(store: Store, question: Question, onDone: () => void) {
  const reload = useReload(store.id);
  const [action, setAction] = useState<Action>();
  const [reply, setReply] = useState<Reply>();
  const send = (body: Schemas['Improvement']) => {
    const path = { store_id: store.id, message_id: question.message_id };
    return call('improveQuestion', { path, body });
  };
  const improve = useAction(
    (words: Words) => send({ action: action ?? 'other', ...words }),
    ({ reply: second }) => {
      void reload('knowledge', 'passages', 'catalog', 'products');
      if (second === null) onDone();
      else setReply(second);
    },
  );
  const start = (chosen: Action): void => {
    setReply(undefined);
    setAction(chosen);
    improve.reset();
    if (forms[chosen] === undefined) improve.mutate({ action: chosen });
  };
  return { action, reply, improve, start, cancel: () => setAction(undefined) };
}

/** How often it was asked, and the latest times. */
function Asked({ store, question: { asked, latest, improvement } }: Omit<CardProps, 'onDone'>) {
  return (
    <>
      <ul class="plain" aria-label={asked === 1 ? 'Asked once' : `Asked ${asked} times`}>
        {latest.map(({ question, conversation_id: id, at }, index) => (
          <li key={index} class={index === 0 ? 'row apart' : 'row apart small'}>
            <Link href={conversationsHref(store.id, {}, id)}>{question}</Link>
            <span class="soft">
              {index === 0 && asked > 1 && `Asked ${asked} times, last `}
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {improvement && (
        <div class="note amber">
          <p>
            Asked in vain again, after “{names[improvement.action]}” <Time at={improvement.at} />
          </p>
        </div>
      )}
    </>
  );
}

function Compared({ before, after }: { readonly before: string; readonly after: Reply }) {
  const { text, is_help: isHelp, error } = after;
  const now = error === null ? text : `The agent could not reply: ${error}.`;
  return (
    <div role="status">
      <div class="compared">
        {[['Before', before] as const, ['Now', now] as const].map(([name, reply]) => (
          <section key={name} aria-label={name}>
            <strong>{name}</strong>
            <p>
              <RichText text={reply} />
            </p>
          </section>
        ))}
      </div>
      <p class={`note ${isHelp ? '' : 'amber'}`}>
        {isHelp
          ? 'Shoppers get this from now on. The question leaves the list, and comes back if it is asked in vain again.'
          : 'This is no help yet, so the question stays on the list. Texts need an agent with the tool “Shop knowledge”, and a synonym a product with the other word.'}
      </p>
    </div>
  );
}

interface Words {
  readonly action?: Action;
  readonly about?: string;
  readonly text?: string;
}

interface ImproveFormProps extends FormTexts {
  readonly question: Question;
  readonly improve: {
    readonly isPending: boolean;
    readonly error: Error | null;
    mutate(words: Words): void;
  };
  onCancel(): void;
}

function ImproveForm({ about, text, hint, first, question, improve, onCancel }: ImproveFormProps) {
  const isAnswer = text === 'Answer';
  const [words, setWords] = useState({ about: first(question).slice(0, 200), text: '' });
  const bound = bind(words, (part) => setWords({ ...words, ...part }));
  return (
    <ActionForm
      action="Save and ask again"
      mutation={{ ...improve, mutate: () => improve.mutate(words) }}
      onCancel={onCancel}
    >
      <Field label={about} {...bound('about')} maxLength={200} required />
      <TextArea label={text} hint={hint} {...bound('text')} maxLength={isAnswer ? 100_000 : 200} required />
    </ActionForm>
  );
}
