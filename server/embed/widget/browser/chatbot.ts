import type { ChatModule } from './chat-parts.ts';
import { isWidgetConfig } from './is-widget-config.ts';
import { asResponseError } from './response-error.ts';
import { createService, type Service } from './service.ts';
import { createChatStorage } from './storage.ts';
import { type ChatbotInterface, mountWidget } from './widget.ts';

declare global {
  interface Window {
    ConversationalAgent?: ChatbotInterface;
    /** Its earlier name. */
    AgentChatbot?: ChatbotInterface;
  }
}

/** The script of an open chat, as the build has made it beside this one. */
declare const chatFile: string;
declare const chatIntegrity: string;

// Read synchronously: an async script is the current script only while it runs.
const script = document.currentScript as HTMLScriptElement | null;

/** Loads the configuration and draws the chatbot; on failure the page stays unchanged, with one warning (source 4.5). */
async function start(): Promise<void> {
  const chatbotId = script?.dataset['chatbotId'];
  if (script === null || !chatbotId) return warn('the script tag needs a data-chatbot-id attribute');
  if (window.ConversationalAgent !== undefined || document.querySelector('agent-chatbot'))
    return warn('it is on this page already');
  const { origin } = new URL(script.src);
  const service = createService(origin, chatbotId, createChatStorage(chatbotId).secret);
  try {
    const config = await configWithRetries(service, origin);
    if (!isWidgetConfig(config)) return warn('its configuration is not complete');
    await bodyReady();
    // Another tag may have loaded first: it stays.
    if (window.ConversationalAgent !== undefined) return warn('it is on this page already');
    const { productId } = script.dataset;
    const embedding = { wantedLanguages: wantedLanguages(script), productId, loadChat: chatLoader(script) };
    window.ConversationalAgent = window.AgentChatbot = mountWidget(config, service, embedding);
    window.dispatchEvent(new Event('agent-chatbot-ready'));
  } catch (error) {
    warn((error as Error).message);
  }
}

/** A service that is down may be up again while the page is read. */
const retriesMs = [5_000, 20_000, 60_000, 300_000];

/** The configuration; asks again while the service is down, with one warning. Throws ResponseError when it is rejected. */
async function configWithRetries(service: Service, origin: string): Promise<unknown> {
  for (const [count, waitMs] of retriesMs.entries()) {
    try {
      return await service.config();
    } catch (error) {
      const status = asResponseError(error)?.status ?? 503;
      if (status < 500 && status !== 429) throw error;
      if (count === 0) warn(`${origin} is down; trying again`);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return service.config();
}

/**
 * Loads the script of an open chat from beside this one. Where a page pins this one with its hash, the other one must
 * have its own; elsewhere a second attempt takes the newest: an update of the service may have replaced it.
 */
function chatLoader({ src, integrity, nonce }: HTMLScriptElement): () => Promise<ChatModule> {
  let attempts = 0;
  return async () => {
    attempts += 1;
    const file = attempts === 1 || integrity !== '' ? chatFile : 'chat.js';
    // A browser keeps an address that has failed.
    const address = new URL(attempts === 1 ? file : `${file}?${attempts}`, src).href;
    if (integrity !== '') await preload(address, nonce);
    return (await import(address)) as ChatModule;
  };
}

/** Loads a script without running it, if it has the hash that the build has written into this one. */
function preload(address: string, nonce: string): Promise<unknown> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return Promise.resolve();
  Object.assign(link, { rel: 'modulepreload', integrity: chatIntegrity, nonce, href: address });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
}

function wantedLanguages(tag: HTMLScriptElement): readonly string[] {
  return [tag.dataset['lang'] ?? '', document.documentElement.lang, ...navigator.languages];
}

function bodyReady(): Promise<void> {
  if (document.body !== null) return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  );
}

function warn(reason: string): void {
  console.warn(`The chatbot is not shown: ${reason}.`);
}

void start();
