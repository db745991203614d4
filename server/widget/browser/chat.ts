import type { Memory } from './memory.ts';
import type { Panel } from './panel.ts';
import { productsOf } from './product-cards.ts';
import type { Phrases } from './phrases.ts';
import { RefusedError, type ChatBody, type Service } from './service.ts';
import type { LiveReply, Transcript } from './transcript.ts';
import type { ChatEvent, Entry, WidgetConfig } from './types.ts';
import { icon, paths } from './element.ts';

export type ChatSignal = 'message' | 'reply' | 'error';

export interface Chat {
  send(text: string): void;
  stop(): void;
  restart(): void;
  /** What is to be remembered when the page goes. */
  remembered(): { conversationId?: string; entries: readonly Entry[] };
}

interface ChatParts {
  readonly widget: WidgetConfig;
  readonly phrases: Phrases;
  readonly service: Service;
  readonly memory: Memory;
  readonly panel: Panel;
  readonly transcript: Transcript;
  notify(signal: ChatSignal, detail: string): void;
  changed(): void;
}

/** One conversation: sends messages, draws replies as they arrive, and says in words what went wrong. */
export function createChat(parts: ChatParts): Chat {
  const { widget, phrases, service, panel, transcript } = parts;
  const before = parts.memory.load();
  let entries: Entry[] = [...before.entries];
  let conversationId = before.conversationId;
  let running: AbortController | undefined;

  const greet = (): void => {
    const { welcome_message, suggested_prompts } = widget.config;
    transcript.add({ role: 'bot', text: welcome_message });
    for (const entry of entries) transcript.add(entry);
    if (entries.length === 0) transcript.prompts(suggested_prompts, send);
  };

  const keep = (entry: Entry): void => {
    entries.push(entry);
    parts.changed();
  };

  const busy = (isBusy: boolean): void => {
    panel.send.setAttribute('aria-label', isBusy ? phrases.stop : phrases.send);
    panel.send.replaceChildren(icon(isBusy ? paths.stop : paths.send));
  };

  const send = (text: string): void => {
    const message = text.trim();
    if (message === '' || running !== undefined) return;
    keep({ role: 'user', text: message });
    transcript.add({ role: 'user', text: message });
    parts.notify('message', message);
    void answer(message);
  };

  const answer = async (message: string): Promise<void> => {
    const controller = (running = new AbortController());
    const reply = transcript.reply();
    reply.activity(phrases.thinking);
    panel.status.textContent = '';
    busy(true);
    let failure: unknown;
    try {
      await receive(message, reply, controller.signal);
    } catch (error) {
      failure = error;
    }
    const current = running === controller;
    if (!current) return;
    running = undefined;
    busy(false);
    settle(reply.finish(), message, controller.signal.aborted ? 'stopped' : failure);
  };

  const receive = async (message: string, reply: LiveReply, signal: AbortSignal): Promise<void> => {
    let ended = false;
    for await (const event of await ask(message, signal)) {
      ended ||= event.type === 'end';
      if (event.type === 'error') throw new RefusedError(event.status ?? 500);
      if (event.type === 'end') conversationId = event.conversation_id;
      else draw(event, reply);
    }
    if (!ended) throw new RefusedError(502);
  };

  const draw = (event: Exclude<ChatEvent, { type: 'end' | 'error' }>, reply: LiveReply): void => {
    if (event.type === 'text') {
      reply.activity(undefined);
      reply.append(event.content);
    } else if (event.type === 'tool_use') {
      reply.activity(activityOf(event.tool, phrases));
    } else {
      reply.products(productsOf(event));
    }
  };

  const ask = async (message: string, signal: AbortSignal): Promise<AsyncGenerator<ChatEvent>> => {
    const body: ChatBody = { agent_id: widget.agent_id, message };
    if (conversationId === undefined) return service.chat(body, signal);
    try {
      return await service.chat({ ...body, conversation_id: conversationId }, signal);
    } catch (error) {
      // The conversation is gone (another visitor, or cleaned up): the shopper goes on in a new one.
      if (!(error instanceof RefusedError) || error.status !== 404) throw error;
      conversationId = undefined;
      return service.chat(body, signal);
    }
  };

  const settle = (entry: Entry, message: string, failure: unknown): void => {
    if (entry.text !== '' || entry.products !== undefined) keep(entry);
    if (failure === undefined) {
      panel.status.textContent = entry.text;
      parts.notify('reply', entry.text);
      return;
    }
    const words = failure === 'stopped' ? phrases.stopped : wordsFor(failure, phrases);
    transcript.note(words);
    panel.status.textContent = words;
    offerRetry(message, failure);
    if (failure !== 'stopped') parts.notify('error', words);
  };

  const offerRetry = (message: string, failure: unknown): void => {
    const button = transcript.action(phrases.retry, () => {
      if (running === undefined) void answer(message);
    });
    const wait = failure instanceof RefusedError ? failure.retryAfter : undefined;
    if (wait === undefined) return;
    button.disabled = true;
    setTimeout(() => (button.disabled = false), wait * 1000);
  };

  const stop = (): void => running?.abort();

  greet();
  return {
    send,
    stop,
    restart: () => {
      stop();
      running = undefined;
      busy(false);
      entries = [];
      conversationId = undefined;
      transcript.clear();
      greet();
      parts.changed();
    },
    remembered: () => ({ entries, ...(conversationId === undefined ? {} : { conversationId }) }),
  };
}

/** What an agent is doing, in plain words. */
function activityOf(tool: string, phrases: Phrases): string {
  if (tool.endsWith('search_catalog')) return phrases.searching;
  return /(?:get_product|lookup_catalog)$/.test(tool) ? phrases.looking : phrases.working;
}

function wordsFor(failure: unknown, phrases: Phrases): string {
  if (!(failure instanceof RefusedError)) return phrases.offline;
  return failure.retryAfter === undefined
    ? phrases.failed
    : phrases.wait.replace('{n}', String(failure.retryAfter));
}
