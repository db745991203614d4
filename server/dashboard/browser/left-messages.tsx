import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { announce } from './announcement.tsx';
import { countOf } from './catalog-imports.tsx';
import { call, type Schemas, type Store } from './client.ts';
import { Button, ErrorNote } from './controls.tsx';
import { conversationsHref } from './conversation-query.ts';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useRead, useReload } from './use-read.ts';

type LeftMessage = Schemas['LeftMessage'];

/** What shoppers left for a person and nobody has seen to, the oldest first; nothing where none waits. */
export function WaitingMessages({ store }: { readonly store: Store }) {
  const path = { store_id: store.id };
  const list = useRead(['left messages', store.id], 'listLeftMessages', { path });
  const { messages = [], total = 0 } = list.data ?? {};
  if (total === 0) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  return (
    <section class="left-messages box" aria-labelledby="left-messages">
      <h2 id="left-messages">{countOf(total, 'message')} for a person</h2>
      {messages.length < total && <p class="small soft">These have waited longest.</p>}
      <ul class="plain lined">
        {messages.map((message) => (
          <LeftMessageItem key={message.id} store={store} message={message}>
            <Link href={conversationsHref(store.id, {}, message.conversation_id)}>Read the conversation</Link>
          </LeftMessageItem>
        ))}
      </ul>
    </section>
  );
}

/** Those of one conversation, also when they are done. */
export function MessagesLeftIn({
  store,
  conversation,
}: {
  readonly store: Store;
  readonly conversation: Schemas['Conversation'];
}) {
  if (conversation.left_messages.length === 0) return null;
  return (
    <ul class="left-messages plain lined" aria-label="Left for a person">
      {conversation.left_messages.map((message) => (
        <LeftMessageItem key={message.id} store={store} message={message} />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly store: Store;
  readonly message: LeftMessage;
  readonly children?: ComponentChildren;
}

function LeftMessageItem({ store, message, children }: ItemProps) {
  const { id, email, text, left_at, done_at } = message;
  const reload = useReload(store.id);
  const finish = useAction(async () => {
    await call('finishLeftMessage', { path: { store_id: store.id, left_message_id: id } });
    announce('Done');
    await reload('notices', 'left messages', 'conversation');
  });
  return (
    <li>
      <p class="row small">
        <a href={`mailto:${email}`}>{email}</a>
        <small>
          <Time at={left_at} />
        </small>
      </p>
      <p class="text">{text}</p>
      <ErrorNote error={finish.error} />
      <p class="row small">
        {children}
        {done_at === null ? (
          <Button busy={finish.isPending} onClick={() => finish.mutate(undefined)}>
            Done
          </Button>
        ) : (
          <span class="soft">
            Done <Time at={done_at} />
          </span>
        )}
      </p>
    </li>
  );
}
