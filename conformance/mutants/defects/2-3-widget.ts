import { onChatbot, onSuccess, onWidgetConfig } from '../changes/changes.ts';
import { firstLanguage, isForeign } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { JsonObject } from '../server/deployment.ts';
import { without } from '../server/responses.ts';

const textWithoutTranslation = onSuccess('getWidgetConfig', (body, { request }) =>
  isForeign(firstLanguage(request))
    ? { ...body, config: { ...(body['config'] as JsonObject), welcome_message: null } }
    : body,
);

/** Mutants of section 2.3 of the source. */
export const widgetMutants: readonly Mutant[] = mutantsOf({
  'R-2.3-01 widget/configuration widget-id-missing': onChatbot((chatbot) => without(chatbot, 'chatbot_id')),
  'R-2.3-02 widget/configuration widget-agent-number': onChatbot((chatbot) => ({ ...chatbot, agent_id: 17 })),
  'R-2.3-03 widget/configuration widget-name-missing': onChatbot((chatbot) => without(chatbot, 'name')),
  'R-2.3-04 http/reads widget-text-without-translation': textWithoutTranslation,
  'R-2.3-05 widget/configuration widget-prompts-objects': onWidgetConfig((config) => ({
    ...config,
    suggested_prompts: [{ text: 'Where is my order?' }],
  })),
  'R-2.3-06 widget/configuration widget-theme-in-camel-case': onWidgetConfig((config) => ({
    ...config,
    theme: Object.fromEntries(
      Object.entries(config['theme'] as JsonObject).map(([name, value]) => [
        name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  })),
  'R-2.3-06 responses/every-response widget-theme-null-for-second-read': (base) => {
    let reads = 0;
    return {
      showChatbot: (chatbot, call) => {
        reads += 1;
        const shown = base.showChatbot(chatbot, call);
        const config = shown['config'] as JsonObject;
        return reads === 2 ? { ...shown, config: { ...config, theme: null } } : shown;
      },
    };
  },
  'R-2.3-07 widget/configuration widget-bubble-circle': onWidgetConfig((config) => ({
    ...config,
    bubble_style: 'circle',
  })),
  'R-2.3-08 widget/configuration widget-position-top': onWidgetConfig((config) => ({
    ...config,
    position: 'top-left',
  })),
  'R-2.3-09 widget/configuration widget-title-missing': onWidgetConfig((config) => without(config, 'title')),
  'R-2.3-10 widget/configuration widget-subtitle-number': onWidgetConfig((config) => ({
    ...config,
    subtitle: 1,
  })),
  'R-2.3-13 widget/configuration widget-other-chatbot-id': onChatbot((chatbot) => ({
    ...chatbot,
    chatbot_id: 'bot',
  })),
});
