import type { WidgetConfig } from './types.ts';

const styles = ['rounded', 'square', 'pill'];
const positions = ['bottom-right', 'bottom-left'];
const colors = ['primary_color', 'background_color', 'text_color', 'user_message_color', 'bot_message_color'];

/** Whether a response body is a configuration that the widget can draw. */
export function isWidgetConfig(value: unknown): value is WidgetConfig {
  const top = recordOf(value);
  const config = recordOf(top['config']);
  const theme = recordOf(config['theme']);
  const prompts = config['suggested_prompts'];
  return (
    [top['chatbot_id'], top['agent_id'], config['welcome_message'], config['title']].every(isString) &&
    Array.isArray(prompts) &&
    prompts.every(isString) &&
    styles.includes(config['bubble_style'] as string) &&
    positions.includes(config['position'] as string) &&
    colors.every((name) => isString(theme[name])) &&
    ['subtitle', 'avatar_url'].every((name) => config[name] === undefined || isString(config[name]))
  );
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
