import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call, type Schemas } from './client.ts';
import type { ChatbotFields } from './chatbot-form.tsx';
import { settingsOf } from './chatbot-form.tsx';

interface PreviewProps {
  readonly storeId: string;
  /** The stored chatbot, whose agent replies; undefined until it is created. */
  readonly chatbot: Schemas['Chatbot'] | undefined;
  /** Of the form, saved or not. */
  readonly fields: ChatbotFields;
}

interface WidgetBody {
  readonly message: string;
  readonly conversation_id?: string;
}

/** What the frame sends: it is ready, a message of its widget, or that a reply is to stop. */
type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'message'; readonly id: number; readonly body: WidgetBody }
  | { readonly type: 'stop'; readonly id: number };

const typingMs = 120;

/** The real widget in a sandboxed frame, with the settings of the form as one types them (decision 0044). */
export function ChatbotPreview({ storeId, chatbot, fields }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const messages = useRef(new Map<number, AbortController>());
  const post = (message: object): void => {
    // The sandbox gives the frame an origin without a name. It cannot be navigated elsewhere: frame-src is 'self'.
    frame.current?.contentWindow?.postMessage(message, '*');
  };
  const isOtherAgent = chatbot !== undefined && chatbot.agent_id !== fields.agent_id;
  const settings = JSON.stringify(settingsMessage(chatbot, fields));
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => post(JSON.parse(settings) as object), typingMs);
    return () => clearTimeout(timer);
  }, [isReady, settings]);
  // In the commit that inserts the frame: useEffect waits for a paint, in which the frame may report that it is ready.
  useLayoutEffect(() => {
    const running = messages.current;
    const onMessage = ({ source, data }: MessageEvent<FromFrame>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') setReady(true);
      else if (data.type === 'stop') running.get(data.id)?.abort();
      else if (data.type === 'message') {
        const controller = new AbortController();
        running.set(data.id, controller);
        const work =
          chatbot === undefined
            ? explain(data.id, post)
            : forward(storeId, chatbot.id, data, post, controller.signal);
        void work.catch(() => post({ type: 'done', id: data.id })).finally(() => running.delete(data.id));
      }
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [storeId, chatbot?.id]);
  return (
    <section class="preview box" aria-labelledby="preview">
      <header>
        <h2 id="preview">Preview</h2>
        <span class="soft">{isOtherAgent ? 'The saved agent replies.' : 'Chats here are tests.'}</span>
      </header>
      <iframe
        ref={frame}
        title="Preview of the chatbot"
        src="/dashboard/preview"
        sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
    </section>
  );
}

function settingsMessage(chatbot: Schemas['Chatbot'] | undefined, fields: ChatbotFields): object {
  const widget = {
    chatbot_id: chatbot?.id ?? 'new',
    // The token is for the stored agent.
    agent_id: chatbot?.agent_id ?? 'new',
    name: fields.name,
    config: settingsOf(fields.config),
  };
  return { type: 'settings', widget, linkHosts: fields.link_hosts.filter((host) => host.trim() !== '') };
}

type Post = (message: object) => void;
type WidgetMessage = Extract<FromFrame, { type: 'message' }>;

/** Sends a message of the widget with a preview token, and the reply back as it comes. */
async function forward(
  storeId: string,
  chatbotId: string,
  { id, body: { message, conversation_id } }: WidgetMessage,
  post: Post,
  signal: AbortSignal,
): Promise<void> {
  const path = { store_id: storeId, chatbot_id: chatbotId };
  const { token } = await call('createPreviewToken', { path });
  const response = await fetch('/dashboard/api/preview-chat', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ message, conversation_id }),
    signal,
  });
  const conversationId = response.headers.get('X-Conversation-Id') ?? undefined;
  post({ type: 'response', id, status: response.status, conversationId });
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    post({ type: 'chunk', id, bytes: value });
  }
  post({ type: 'done', id });
}

/** A chatbot that is not created has no agent that could reply. */
async function explain(id: number, post: Post): Promise<void> {
  const events = [
    { type: 'text', content: 'Create the chatbot, and its agent replies here.' },
    { type: 'end', conversation_id: 'new' },
  ];
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  post({ type: 'response', id, status: 200 });
  post({ type: 'chunk', id, bytes: new TextEncoder().encode(text) });
  post({ type: 'done', id });
}
