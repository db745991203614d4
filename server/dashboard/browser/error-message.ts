/** The message of an error response for people; undefined where the body has none. */
export function messageOf(body: unknown): string | undefined {
  const text = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  return text
    .split('; ')
    .map((problem) => `${sentenceOf(problem)}.`)
    .join(' ');
}

/** Names a field as the form does: `config.allowed_origins[0] must be` becomes “Websites, line 1, must be”. */
function sentenceOf(problem: string): string {
  const [, path = '', rest = ''] = /^([\w.[\]]+)((?: must | is ).*)$/.exec(problem) ?? [];
  const [, name = '', index] = /(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  if (!/[a-z][A-Z]|[._[]/.test(path) || name === '') return capitalized(problem);
  return `${capitalized(wordsOf(name))}${index === undefined ? '' : `, line ${Number(index) + 1},`}${rest}`;
}

/** What forms call a field: `config.system_prompt` is the instructions. */
export function wordsOf(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const words = name.replaceAll(/([A-Z])/g, '_$1').replaceAll('_', ' ');
  return labels[name] ?? words.toLowerCase();
}

/** Where a form has another name than the field's words. */
const labels: Readonly<Record<string, string>> = {
  system_prompt: 'instructions',
  type: 'kind',
  temperature: 'variety',
  max_tokens: 'longest reply',
  mcp_capabilities: 'what it looks up',
  model_id: 'the vendor’s name of the model',
  model_provider: 'provider',
  primary_color: 'primary colour',
  background_color: 'background',
  text_color: 'text',
  user_message_color: "shopper's messages",
  bot_message_color: "agent's messages",
  bubble_style: 'button',
  suggested_prompts: 'suggested questions',
  allowed_origins: 'websites',
  image_hosts: 'pictures from',
  link_hosts: 'links to',
  store_name: 'name of your store',
};

/** With a capital at its start. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
