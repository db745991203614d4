import type { WidgetSettings } from '../../db/records.ts';
import type { ChatbotChange } from './chatbot-input.ts';

/** `settings` with the given ones in their place; colours one by one. */
export function mergeSettings(settings: WidgetSettings, change: ChatbotChange['config']): object {
  return { ...settings, ...change, theme: { ...settings.theme, ...change?.theme } };
}
