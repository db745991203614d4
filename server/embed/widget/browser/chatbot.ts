import { isWidgetConfig } from './is-widget-config.ts';
import { createService, ResponseError, type Service } from './service.ts';
import { createChatStorage } from './storage.ts';
import { type ChatbotInterface, mountWidget } from './widget.ts';

declare global {
  interface Window {
    AgentChatbot?: ChatbotInterface;
  }
}

// Read synchronously: an async script is the current script only while it runs.
const script = document.currentScript as HTMLScriptElement | null;

/** Loads the configuration and draws the chatbot; on failure the page stays unchanged, with one warning (source 4.5). */
async function start(): Promise<void> {
  const chatbotId = script?.dataset['chatbotId'];
  if (script === null || !chatbotId) return warn('the script tag needs a data-chatbot-id attribute');
  if (window.AgentChatbot !== undefined || document.querySelector('agent-chatbot'))
    return warn('it is on this page already');
  const { origin } = new URL(script.src);
  const service = createService(origin, chatbotId, createChatStorage(chatbotId).secret);
  try {
    const config = await configWithRetries(service, origin);
    if (!isWidgetConfig(config)) return warn('its configuration is not complete');
    await bodyReady();
    // Another tag may have loaded first: it stays.
    if (window.AgentChatbot !== undefined) return warn('it is on this page already');
    window.AgentChatbot = mountWidget(config, service, wantedLanguages(script));
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
      if (error instanceof ResponseError && error.status < 500 && error.status !== 429) throw error;
      if (count === 0) warn(`${origin} is down; trying again`);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return service.config();
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
