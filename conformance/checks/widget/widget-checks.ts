import type { Check } from '../../check.ts';
import { widgetConfiguration } from './configuration.ts';
import { missingChatbotId, unknownChatbot } from './refusals.ts';

/** Source 2.3 and 4.4. */
export const widgetChecks: readonly Check[] = [widgetConfiguration, unknownChatbot, missingChatbotId];
