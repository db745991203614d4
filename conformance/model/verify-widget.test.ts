import { describe, expect, it } from 'vitest';
import { verifyWidget } from './verify-widget.ts';

const theme = {
  primary_color: '#111111',
  background_color: 'white',
  text_color: '',
  user_message_color: '#222',
  bot_message_color: '#333333',
};
const config = {
  welcome_message: '',
  suggested_prompts: [],
  theme,
  bubble_style: 'pill',
  position: 'bottom-left',
  title: 'Help',
};
const widget = { chatbot_id: 'b', agent_id: 'a', name: 'n', config };

describe('verifyWidget', () => {
  it.each([widget, { ...widget, extra: 1 }, { ...widget, config: { ...config, subtitle: 'x', z: 1 } }])(
    'R-4.4-01 accepts a configuration with every field, and with more',
    (body) => expect(verifyWidget(body, 'b')).toEqual([]),
  );

  it.each([
    [null, 'R-4.4-01'],
    [[widget], 'R-4.4-01'],
    [{ ...widget, config: undefined }, 'R-4.4-01'],
    [{ ...widget, chatbot_id: 'B' }, 'R-2.3-13'],
    [{ ...widget, chatbot_id: 7 }, 'R-2.3-01'],
    [{ ...widget, agent_id: 1 }, 'R-2.3-02'],
    [{ ...widget, name: null }, 'R-2.3-03'],
    [{ ...widget, config: { ...config, welcome_message: 1 } }, 'R-2.3-04'],
    [{ ...widget, config: { ...config, suggested_prompts: [1] } }, 'R-2.3-05'],
    [{ ...widget, config: { ...config, theme: 'dark' } }, 'R-2.3-06'],
    [{ ...widget, config: { ...config, theme: { ...theme, text_color: 3 } } }, 'R-2.3-06'],
    [{ ...widget, config: { ...config, bubble_style: 'Pill' } }, 'R-2.3-07'],
    [{ ...widget, config: { ...config, position: 'left' } }, 'R-2.3-08'],
    [{ ...widget, config: { ...config, title: undefined } }, 'R-2.3-09'],
    [{ ...widget, config: { ...config, subtitle: 1 } }, 'R-2.3-10'],
  ])('reports that %j violates %s', (body, requirement) => {
    expect(verifyWidget(body, 'b').map(({ requirement: id }) => id)).toEqual([requirement]);
  });
});
