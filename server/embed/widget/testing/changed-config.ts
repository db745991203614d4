/** A valid widget configuration (source 2.3) with changes in its `config`. */
export function changedConfig(change: object): object {
  const names = [
    'primary_color',
    'background_color',
    'text_color',
    'user_message_color',
    'bot_message_color',
  ];
  const theme = Object.fromEntries(names.map((name) => [name, '#ffffff']));
  const config = {
    welcome_message: 'Hello',
    suggested_prompts: ['What is new?'],
    theme,
    bubble_style: 'pill',
    position: 'bottom-left',
    title: 'Shop',
  };
  return { chatbot_id: 'cbt_1', agent_id: 'agt_1', name: 'Shop', config: { ...config, ...change } };
}
