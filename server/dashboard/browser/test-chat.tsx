import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatEvent } from '../../../generated/events.ts';
import { readEvents } from '../../../generated/read-events.ts';
import { ApiError, type Schemas } from './client.ts';
import { Button, ErrorNote, Form } from './controls.tsx';
import { capitalized, messageOf } from './error-message.ts';
import { RichText } from './rich-text.tsx';

type Config = Schemas['DashboardAgent']['config'];

/** A message, or a tool that the agent used. */
type Entry =
  | { readonly type: 'user' | 'agent'; readonly text: string }
  | { readonly type: 'tool'; readonly name: string; readonly input: object; readonly output?: object };

interface TestChatProps {
  readonly storeId: string;
  readonly agentId: string;
  /** Of the form, saved or not. */
  readonly config: Config;
  readonly isUnsaved: boolean;
}

/** A chat with the agent as the form has it. Its conversations are tests, which no list and no figure has. */
export function TestChat({ isUnsaved, ...target }: TestChatProps) {
  const chat = useTestChat(target);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [chat.entries]);
  return (
    <section class="test-chat box" aria-labelledby="test-chat">
      <header>
        <h2 id="test-chat">Test chat</h2>
        <span class="chip amber">Test</span>
        <Button kind="quiet" onClick={chat.restart}>
          Start over
        </Button>
      </header>
      <div class="log" ref={log} role="log" aria-label="Test conversation" tabIndex={0}>
        {chat.entries.length === 0 && (
          <p class="soft">
            Write as a shopper would.{' '}
            {isUnsaved ? 'Your unsaved changes are used.' : 'Changes in the form are used at once.'} Test
            conversations are not in the list of conversations or in the analytics.
          </p>
        )}
        {chat.entries.map((entry, index) => (
          <EntryView key={index} entry={entry} />
        ))}
        {chat.isBusy && <p class="soft">Replying …</p>}
        <ErrorNote error={chat.error} />
      </div>
      <ChatInput chat={chat} />
    </section>
  );
}

function ChatInput({ chat }: { readonly chat: Chat }) {
  const [text, setText] = useState('');
  const submit = (): void => {
    if (text.trim() === '' || chat.isBusy) return;
    chat.send(text.trim());
    setText('');
  };
  return (
    <Form onSubmit={submit}>
      <input
        type="text"
        aria-label="Message"
        placeholder="Message"
        autocomplete="off"
        maxLength={32_000}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {chat.isBusy ? (
        <Button onClick={chat.stop}>Stop</Button>
      ) : (
        <Button kind="primary" type="submit">
          Send
        </Button>
      )}
    </Form>
  );
}

function EntryView({ entry }: { readonly entry: Entry }) {
  if (entry.type !== 'tool') {
    return (
      <p class={`message said ${entry.type}`}>
        <span class="hidden">{entry.type === 'user' ? 'You: ' : 'Agent: '}</span>
        {entry.type === 'agent' ? <RichText text={entry.text} /> : entry.text}
      </p>
    );
  }
  return (
    <details class="tool-call box small">
      <summary>Used {entry.name}</summary>
      <pre tabIndex={0}>{JSON.stringify({ input: entry.input, output: entry.output }, null, 2)}</pre>
    </details>
  );
}

type Chat = ReturnType<typeof useTestChat>;

function useTestChat({ storeId, agentId, config }: Omit<TestChatProps, 'isUnsaved'>) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [running, setRunning] = useState<AbortController>();
  const conversationId = useRef<string>();
  useEffect(() => () => running?.abort(), [running]);

  const reply = async (message: string, controller: AbortController): Promise<void> => {
    const body = {
      message,
      draft: config,
      ...(conversationId.current && { conversation_id: conversationId.current }),
    };
    const path = `/dashboard/api/stores/${storeId}/agents/${agentId}/test-chat`;
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    if (!response.ok || response.body === null) throw await errorOf(response);
    conversationId.current = response.headers.get('X-Conversation-Id') ?? undefined;
    for await (const event of readEvents<ChatEvent>(response.body)) {
      if (event.type === 'error') throw new Error(`${capitalized(event.error ?? 'the reply failed')}.`);
      setEntries((before) => withEvent(before, event));
    }
  };
  return {
    entries,
    error,
    isBusy: running !== undefined,
    send(message: string) {
      const controller = new AbortController();
      setError(null);
      setRunning(controller);
      setEntries((before) => [...before, { type: 'user', text: message }]);
      reply(message, controller)
        .catch((failure: Error) => {
          if (!controller.signal.aborted) setError(failure);
        })
        .finally(() => setRunning((current) => (current === controller ? undefined : current)));
    },
    stop: () => running?.abort(),
    restart() {
      running?.abort();
      conversationId.current = undefined;
      setEntries([]);
      setError(null);
    },
  };
}

async function errorOf(response: Response): Promise<Error> {
  const message = messageOf(await response.json().catch(() => null));
  return new ApiError(response, message ?? `The service responded with ${response.status}.`);
}

function withEvent(entries: readonly Entry[], event: ChatEvent): readonly Entry[] {
  const last = entries.at(-1);
  if (event.type === 'text') {
    if (last?.type !== 'agent') return [...entries, { type: 'agent', text: event.content }];
    return [...entries.slice(0, -1), { type: 'agent', text: last.text + event.content }];
  }
  if (event.type === 'tool_use') {
    return [...entries, { type: 'tool', name: event.tool, input: event.input }];
  }
  if (event.type !== 'tool_result') return entries;
  const called = entries.findIndex(
    (entry) => entry.type === 'tool' && entry.name === event.tool && entry.output === undefined,
  );
  return entries.map((entry, index) =>
    index === called && entry.type === 'tool' ? { ...entry, output: event.output } : entry,
  );
}
