import type { JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { jsonReply, without } from '../server/replies.ts';
import { beforeOperation, onChatbot, onSuccess, onWidgetConfig } from './changes.ts';

function withTheme(change: (theme: JsonObject) => JsonObject) {
  return onWidgetConfig((config) => ({ ...config, theme: change(config['theme'] as JsonObject) }));
}

/** Defects of source 2.3 and 4.4. */
export const widgetMutants: readonly Mutant[] = [
  {
    id: 'widget-other-chatbot-id',
    clause: 'R-2.3-01',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => ({ ...chatbot, chatbot_id: 'bot' })),
  },
  {
    id: 'widget-id-lost',
    clause: 'R-2.3-01',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => without(chatbot, 'chatbot_id')),
  },
  {
    id: 'widget-agent-number',
    clause: 'R-2.3-02',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => ({ ...chatbot, agent_id: 17 })),
  },
  {
    id: 'widget-agent-lost',
    clause: 'R-2.3-02',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => without(chatbot, 'agent_id')),
  },
  {
    id: 'widget-agent-unknown',
    clause: 'R-1-03',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => ({ ...chatbot, agent_id: 'agt_7Qx2Lm999999' })),
  },
  {
    id: 'widget-name-lost',
    clause: 'R-2.3-03',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => without(chatbot, 'name')),
  },
  {
    id: 'widget-name-null',
    clause: 'R-2.3-03',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => ({ ...chatbot, name: null })),
  },
  {
    id: 'widget-welcome-lost',
    clause: 'R-2.3-04',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => without(config, 'welcome_message')),
  },
  {
    id: 'widget-prompts-objects',
    clause: 'R-2.3-05',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, suggested_prompts: [{ text: 'Where is my order?' }] })),
  },
  {
    id: 'widget-prompts-text',
    clause: 'R-2.3-05',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, suggested_prompts: 'Where is my order?' })),
  },
  {
    id: 'widget-theme-name',
    clause: 'R-2.3-06',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, theme: 'dark' })),
  },
  {
    id: 'widget-theme-colour-lost',
    clause: 'R-2.3-06',
    killedBy: ['widget/configuration'],
    apply: withTheme((theme) => without(theme, 'bot_message_color')),
  },
  {
    id: 'widget-theme-colour-number',
    clause: 'R-2.3-06',
    killedBy: ['widget/configuration'],
    apply: withTheme((theme) => ({ ...theme, primary_color: 0x11_44_aa })),
  },
  {
    id: 'widget-theme-camel-case',
    clause: 'R-2.3-06',
    killedBy: ['widget/configuration'],
    apply: withTheme((theme) => ({ ...without(theme, 'user_message_color'), userMessageColor: '#DDE6FF' })),
  },
  {
    id: 'widget-bubble-circle',
    clause: 'R-2.3-07',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, bubble_style: 'circle' })),
  },
  {
    id: 'widget-bubble-capitals',
    clause: 'R-2.3-07',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, bubble_style: 'Rounded' })),
  },
  {
    id: 'widget-position-top',
    clause: 'R-2.3-08',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, position: 'top-left' })),
  },
  {
    id: 'widget-position-underscored',
    clause: 'R-2.3-08',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, position: 'bottom_right' })),
  },
  {
    id: 'widget-title-lost',
    clause: 'R-2.3-09',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => without(config, 'title')),
  },
  {
    id: 'widget-subtitle-number',
    clause: 'R-2.3-10',
    killedBy: ['widget/configuration'],
    apply: onWidgetConfig((config) => ({ ...config, subtitle: 1 })),
  },
  {
    id: 'widget-wrapped',
    clause: 'R-4.4-01',
    killedBy: ['widget/configuration'],
    apply: onSuccess('getWidgetConfig', (body) => ({ chatbot: body })),
  },
  {
    id: 'widget-flat',
    clause: 'R-4.4-01',
    killedBy: ['widget/configuration'],
    apply: onChatbot((chatbot) => ({ ...without(chatbot, 'config'), ...(chatbot['config'] as JsonObject) })),
  },
  {
    id: 'widget-missing',
    clause: 'R-4.4-01',
    killedBy: ['widget/configuration'],
    apply: beforeOperation('getWidgetConfig', ({ deployment }) => deployment.refuse(404, 'nothing here')),
  },
  {
    id: 'widget-first-by-default',
    clause: 'R-4.4-02',
    killedBy: ['widget/missing-chatbot-id'],
    apply: beforeOperation('getWidgetConfig', ({ incoming, store }) =>
      incoming.query.has('chatbot_id') ? undefined : jsonReply(200, store.chatbots[0]),
    ),
  },
  {
    id: 'widget-any-id',
    clause: 'R-7-10',
    killedBy: ['widget/unknown-chatbot'],
    apply: (base) => ({
      findChatbot: (id, call) => base.findChatbot(id, call) ?? { ...call.store.chatbots[0], chatbot_id: id },
    }),
  },
  {
    id: 'widget-id-by-prefix',
    clause: 'R-4.4-02',
    killedBy: ['widget/unknown-chatbot'],
    apply: (base) => ({
      findChatbot: (id, call) =>
        base.findChatbot(id, call) ??
        call.store.chatbots.find((chatbot) => id.startsWith(String(chatbot['chatbot_id']))),
    }),
  },
  {
    id: 'widget-parameter-renamed',
    clause: 'R-4.4-01',
    killedBy: ['widget/configuration'],
    apply: beforeOperation('getWidgetConfig', ({ deployment, incoming }) =>
      incoming.query.has('id') ? undefined : deployment.refuse(400, 'id is missing'),
    ),
  },
];
