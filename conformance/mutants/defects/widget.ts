import type { JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { jsonResponse, without } from '../server/responses.ts';
import { beforeOperation, onChatbot, onSuccess, onWidgetConfig } from './changes.ts';

function withTheme(change: (theme: JsonObject) => JsonObject) {
  return onWidgetConfig((config) => ({ ...config, theme: change(config['theme'] as JsonObject) }));
}

/** Defects of the widget configuration: source 2.3 and 4.4. */
export const widgetMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.3-01', 'widget/configuration', {
    'widget-id-missing': onChatbot((chatbot) => without(chatbot, 'chatbot_id')),
  }),
  ...mutantsOf('R-2.3-13', 'widget/configuration', {
    'widget-other-chatbot-id': onChatbot((chatbot) => ({ ...chatbot, chatbot_id: 'bot' })),
  }),
  ...mutantsOf('R-2.3-02', 'widget/configuration', {
    'widget-agent-number': onChatbot((chatbot) => ({ ...chatbot, agent_id: 17 })),
    'widget-agent-missing': onChatbot((chatbot) => without(chatbot, 'agent_id')),
  }),
  ...mutantsOf('R-1-03', 'widget/configuration', {
    'widget-agent-unknown': onChatbot((chatbot) => ({ ...chatbot, agent_id: 'agt_7Qx2Lm999999' })),
  }),
  ...mutantsOf('R-2.3-03', 'widget/configuration', {
    'widget-name-missing': onChatbot((chatbot) => without(chatbot, 'name')),
    'widget-name-null': onChatbot((chatbot) => ({ ...chatbot, name: null })),
  }),
  ...mutantsOf('R-2.3-04', 'widget/configuration', {
    'widget-welcome-missing': onWidgetConfig((config) => without(config, 'welcome_message')),
  }),
  ...mutantsOf('R-2.3-05', 'widget/configuration', {
    'widget-prompts-objects': onWidgetConfig((config) => ({
      ...config,
      suggested_prompts: [{ text: 'Where is my order?' }],
    })),
    'widget-prompts-printed-objects': onWidgetConfig((config) => ({
      ...config,
      suggested_prompts: [String({ text: 'Where is my order?' })],
    })),
    'widget-prompts-text': onWidgetConfig((config) => ({
      ...config,
      suggested_prompts: 'Where is my order?',
    })),
  }),
  ...mutantsOf('R-2.3-06', 'widget/configuration', {
    'widget-theme-name': onWidgetConfig((config) => ({ ...config, theme: 'dark' })),
    'widget-theme-colour-missing': withTheme((theme) => without(theme, 'bot_message_color')),
    'widget-theme-colour-number': withTheme((theme) => ({ ...theme, primary_color: 0x11_44_aa })),
    'widget-theme-camel-case': withTheme((theme) => ({
      ...without(theme, 'user_message_color'),
      userMessageColor: '#DDE6FF',
    })),
  }),
  ...mutantsOf('R-2.3-07', 'widget/configuration', {
    'widget-bubble-circle': onWidgetConfig((config) => ({ ...config, bubble_style: 'circle' })),
    'widget-bubble-capitalised': onWidgetConfig((config) => ({ ...config, bubble_style: 'Rounded' })),
  }),
  ...mutantsOf('R-2.3-08', 'widget/configuration', {
    'widget-position-top': onWidgetConfig((config) => ({ ...config, position: 'top-left' })),
    'widget-position-underscored': onWidgetConfig((config) => ({ ...config, position: 'bottom_right' })),
  }),
  ...mutantsOf('R-2.3-09', 'widget/configuration', {
    'widget-title-missing': onWidgetConfig((config) => without(config, 'title')),
  }),
  ...mutantsOf('R-2.3-10', 'widget/configuration', {
    'widget-subtitle-number': onWidgetConfig((config) => ({ ...config, subtitle: 1 })),
  }),
  ...mutantsOf('R-4.4-01', 'widget/configuration', {
    'widget-wrapped': onSuccess('getWidgetConfig', (body) => ({ chatbot: body })),
    'widget-flat': onChatbot((chatbot) => ({
      ...without(chatbot, 'config'),
      ...(chatbot['config'] as JsonObject),
    })),
  }),
  ...mutantsOf('R-4.4-04', 'widget/configuration', {
    'widget-missing': beforeOperation('getWidgetConfig', ({ deployment }) =>
      deployment.errorResponse(404, 'not found'),
    ),
    'widget-parameter-renamed': beforeOperation('getWidgetConfig', ({ deployment, request }) =>
      request.query.has('id') ? undefined : deployment.errorResponse(400, 'id is missing'),
    ),
  }),
  ...mutantsOf('R-4.4-02', 'widget/missing-chatbot-id', {
    'widget-first-by-default': beforeOperation('getWidgetConfig', ({ request, store }) =>
      request.query.has('chatbot_id') ? undefined : jsonResponse(200, store.chatbots[0]),
    ),
  }),
  ...mutantsOf('R-4.4-02', 'widget/missing-chatbot-id', {
    'widget-id-by-another-name': beforeOperation('getWidgetConfig', ({ request, store }) => {
      const id = request.query.get('chatbotId');
      const chatbot = id === null ? undefined : store.chatbots.find((one) => one['chatbot_id'] === id);
      return chatbot && jsonResponse(200, chatbot);
    }),
  }),
  ...mutantsOf('R-7-10', 'widget/unknown-chatbot', {
    'widget-any-id': (base) => ({
      findChatbot: (id, call) => base.findChatbot(id, call) ?? { ...call.store.chatbots[0], chatbot_id: id },
    }),
  }),
  ...mutantsOf('R-4.4-02', 'widget/unknown-chatbot', {
    'widget-id-by-prefix': (base) => ({
      findChatbot: (id, call) =>
        base.findChatbot(id, call) ??
        call.store.chatbots.find((chatbot) => id.startsWith(String(chatbot['chatbot_id']))),
    }),
  }),
];
