import type { WidgetSettings } from '../../db/records.ts';

/** How a chatbot looks before anybody has chosen: readable contrast, neutral words. */
export const defaultSettings: WidgetSettings = {
  welcome_message: 'Hello! What are you looking for today?',
  suggested_prompts: [],
  theme: {
    primary_color: '#1f5f4f',
    background_color: '#ffffff',
    text_color: '#1c2421',
    user_message_color: '#dcefe8',
    bot_message_color: '#f2f4f3',
  },
  bubble_style: 'rounded',
  position: 'bottom-right',
  title: 'Shopping assistant',
};
