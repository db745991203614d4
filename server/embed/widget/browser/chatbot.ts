import { isWidgetConfig } from './is-widget-config.ts';
import { createService } from './service.ts';
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
  try {
    const service = createService(new URL(script.src).origin, chatbotId, createChatStorage(chatbotId).secret);
    const config = await service.config();
    if (!isWidgetConfig(config)) return warn('its configuration is not complete');
    await bodyReady();
    // Another tag may have loaded first: it stays.
    if (window.AgentChatbot !== undefined) return warn('it is on this page already');
    window.AgentChatbot = mountWidget(config, service, wantedLanguages(script));
    window.dispatchEvent(new Event('agent-chatbot-ready'));
  } catch (error) {
    warn(error instanceof Error ? error.message : 'it could not be loaded');
  }
}

function wantedLanguages(tag: HTMLScriptElement): readonly string[] {
  const chosen = [tag.dataset['lang'], document.documentElement.lang].filter((language) => language);
  return [...(chosen as string[]), ...navigator.languages];
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
