import * as chatModule from './chat.ts';
import { isWidgetConfig } from './is-widget-config.ts';
import { readEvents } from '../../../../generated/read-events.ts';
import { ResponseError } from './response-error.ts';
import type { ChatStream } from './service.ts';
import { createChatStorage } from './storage.ts';
import { phone } from './styles.ts';
import type { Pending, WidgetConfig } from './types.ts';
import { mountWidget } from './widget.ts';

// The dashboard's preview of a chatbot (decision 0044): the real widget in a sandboxed frame without network. The page
// around it sends settings as one types them, and sends the widget's messages to the service.

/** What the dashboard's page sends. */
type FromDashboard =
  | { readonly type: 'settings'; readonly widget: unknown; readonly linkHosts: readonly string[] }
  | {
      readonly type: 'response';
      readonly id: number;
      readonly status: number;
      readonly conversationId?: string;
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'done'; readonly id: number };

/** A message of the widget whose reply has not ended. */
interface OpenReply {
  respond(status: number, conversationId: string | undefined): void;
  readonly body: ReadableStreamDefaultController<Uint8Array>;
}

// The sandbox gives this page an origin of its own; its address has the dashboard's.
const dashboardOrigin = new URL(location.href).origin;
const replies = new Map<number, OpenReply>();
let lastId = 0;
let linkHosts: readonly string[] = [];
let waiting: WidgetConfig | undefined;

function post(message: object): void {
  parent.postMessage(message, dashboardOrigin);
}

/** The widget's client: the page around it has the token. Nobody shops here, so there is nothing to report. */
const service = {
  report: () => Promise.resolve(),
  identify: () => undefined,
  config: () => Promise.reject(new Error('the settings come from the form')),
  linkHosts: () => linkHosts,
  offersMessage: () => Promise.resolve(false),
  leaveMessage: () => Promise.reject(new Error('nobody shops here')),
  chat: ({ body }: Pending, signal: AbortSignal) =>
    new Promise<ChatStream>((resolve, reject) => {
      const id = (lastId += 1);
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const respond: OpenReply['respond'] = (status, conversationId) =>
            status === 200
              ? resolve({ conversationId, events: readEvents(stream) })
              : reject(new ResponseError(status));
          replies.set(id, { respond, body: controller });
        },
        // The widget reads no further than the last event.
        cancel: () => end(id, () => undefined),
      });
      signal.addEventListener('abort', () => {
        post({ type: 'stop', id });
        end(id, (reply) => reply.body.error(signal.reason));
        reject(signal.reason);
      });
      post({ type: 'message', id, body });
    }),
};

function end(id: number, close: (reply: OpenReply) => void): void {
  const reply = replies.get(id);
  replies.delete(id);
  if (reply !== undefined) close(reply);
  // Once the widget has stored the reply.
  if (replies.size === 0) setTimeout(() => waiting && draw(waiting));
}

function receive(message: FromDashboard): void {
  if (message.type === 'settings') {
    linkHosts = message.linkHosts;
    if (isWidgetConfig(message.widget)) draw(message.widget);
    return;
  }
  const reply = replies.get(message.id);
  if (reply === undefined) return;
  if (message.type === 'response') reply.respond(message.status, message.conversationId);
  else if (message.type === 'chunk') reply.body.enqueue(message.bytes);
  else end(message.id, ({ body }) => body.close());
}

/** Draws the widget with new settings; its conversation goes on, and a reply ends first. */
function draw(widget: WidgetConfig): void {
  waiting = replies.size > 0 ? widget : undefined;
  if (waiting !== undefined) return;
  const old = document.querySelector('agent-chatbot');
  if (old === null)
    createChatStorage(widget.chatbot_id).save({ ...createChatStorage(widget.chatbot_id).load(), open: true });
  old?.remove();
  mountWidget(widget, service, {
    wantedLanguages: navigator.languages,
    productId: undefined,
    loadChat: () => Promise.resolve(chatModule),
  });
  if (old !== null) stopAnimations();
}

/** It would rise at every key that is typed in the form. */
function stopAnimations(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('.launcher,.panel{animation:none}');
  document.querySelector('agent-chatbot')?.shadowRoot?.adoptedStyleSheets.push(still);
}

/** The sandbox forbids storage: what the widget stores lives as long as this page. */
function storeInMemory(): void {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  Object.defineProperty(window, 'localStorage', { value: storage });
}

/** The panel stays open in a narrow frame, too, where the widget would wait for a click after each drawing. */
function openOnPhones(): void {
  const matchMedia = window.matchMedia.bind(window);
  window.matchMedia = (query) => matchMedia(query === phone ? 'not all' : query);
}

/** A quiet page of a shop behind the widget. */
function drawPage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{color-scheme:light;background:#eef0f1}
     body{margin:0;height:100vh;background:
       linear-gradient(#fff 0 0) 24px 24px/40% 18px,linear-gradient(#dfe3e5 0 0) 24px 64px/calc(100% - 48px) 120px,
       linear-gradient(#dfe3e5 0 0) 24px 204px/calc(50% - 32px) 150px,
       linear-gradient(#dfe3e5 0 0) calc(100% - 24px) 204px/calc(50% - 32px) 150px;background-repeat:no-repeat}`,
  );
  document.adoptedStyleSheets = [sheet];
}

storeInMemory();
openOnPhones();
drawPage();
addEventListener('message', (event: MessageEvent<FromDashboard>) => {
  if (event.source === parent && event.origin === dashboardOrigin) receive(event.data);
});
post({ type: 'ready' });
